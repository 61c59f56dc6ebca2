import { expect, test } from 'vitest';

import { listDevices } from '../../../shared/contract/devices/devices.ts';
import { createSlots } from '../../../shared/contract/operations/station.ts';
import { refused, refusedAt } from '../../support/refused.ts';
import { aSharedStation } from '../../support/shared-station.ts';

const station = await aSharedStation();

/** A separate organisation with `count` slots, so that its list is known. */
async function anOrganisation(count: number) {
  const { id, token } = await station.enterprise();
  const ids: string[] = [];
  if (count > 0) {
    const { body } = await station.call(createSlots, {
      body: { count, labelPrefix: 'L-' },
      token,
    });
    ids.push(...body.items.map((slot) => slot.id));
  }
  const list = (query: Readonly<Record<string, string>> = {}) => station.call(listDevices, { query, token });
  return { id, token, ids: ids.toSorted((a, b) => (a < b ? -1 : 1)), list };
}

test('an organisation without devices has an empty first page', async () => {
  const { list } = await anOrganisation(0);

  expect(await list()).toMatchObject({ status: 200, body: { page: 1, limit: 50, total: 0, items: [] } });
});

test('devices come sorted by id, fifty to a page, with the total of all', async () => {
  const { ids, list } = await anOrganisation(120);

  const { body } = await list();

  expect(body).toMatchObject({ page: 1, limit: 50, total: 120 });
  expect(body.items.map(({ id }) => id)).toEqual(ids.slice(0, 50));
});

test('pages of any size together are the whole list; one past the end is empty', async () => {
  const { ids, list } = await anOrganisation(23);

  for (const limit of [1, 7, 23, 100]) {
    const pages = Math.ceil(ids.length / limit);
    const seen: string[] = [];
    for (let page = 1; page <= pages; page += 1) {
      const { body } = await list({ page: String(page), limit: String(limit) });
      expect(body.total).toBe(23);
      seen.push(...body.items.map(({ id }) => id));
    }
    expect(seen).toEqual(ids);
    const beyond = await list({ page: String(pages + 1), limit: String(limit) });
    expect(beyond.body).toMatchObject({ total: 23, items: [] });
  }
});

test('a list item has the documented fields, and no androidId before enrolment', async () => {
  const { id, ids, list } = await anOrganisation(1);

  const { body } = await list();

  expect(body.items).toEqual([
    {
      id: ids[0],
      label: 'L-01',
      description: null,
      enterprise: id,
      isArchived: false,
      replacedBy: null,
      lastHeartbeatAt: null,
    },
  ]);
});

test('a deleted device leaves the list and the total', async () => {
  const { ids, token, list } = await anOrganisation(3);
  await list();

  await station.send('DELETE', `/devices/${ids[1]}`, { token });

  const { body } = await list();
  expect(body.total).toBe(2);
  expect(body.items.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
});

test.each([
  ['page', '0'],
  ['page', '-3'],
  ['page', 'one'],
  ['page', '1.0'],
  ['page', '99999999999999999999'],
  ['limit', '0'],
  ['limit', '101'],
  ['limit', ' 5'],
  ['enterpriseId', 'no such id'],
  ['enterpriseId', ''],
])('%s=%s is refused with its path', async (name, value) => {
  const { list } = await anOrganisation(0);

  expect(await list({ [name]: value })).toMatchObject(refusedAt(`query.${name}`));
});

test('the smallest and the largest page are allowed', async () => {
  const { list } = await anOrganisation(2);

  expect((await list({ limit: '1' })).body.items).toHaveLength(1);
  expect((await list({ limit: '100' })).body.items).toHaveLength(2);
});

test('a repeated parameter is refused, not guessed', async () => {
  const { token } = await anOrganisation(0);

  const answer = await station.send('GET', '/devices?page=1&page=2', { token });

  expect(answer).toMatchObject(refusedAt('query.page'));
});

test('an unknown parameter is ignored', async () => {
  const { list } = await anOrganisation(1);

  expect((await list({ sort: 'label' })).body.total).toBe(1);
});

test('a token without an organisation may not list devices', async () => {
  const other = await anOrganisation(1);
  const none = await station.issue({ enterpriseId: null });
  const withFleet = await station.issue({ enterpriseId: null, fleetAccess: [other.id] });

  for (const token of [none, withFleet]) {
    expect(await station.call(listDevices, { token })).toMatchObject(refused(403, 'FORBIDDEN'));
  }
});

test('an organisation outside the scope of the token may not be listed', async () => {
  const mine = await anOrganisation(1);
  const theirs = await anOrganisation(1);

  expect(await mine.list({ enterpriseId: theirs.id })).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await mine.list({ enterpriseId: 'nobody' })).toMatchObject(refused(403, 'FORBIDDEN'));
  expect((await mine.list({ enterpriseId: mine.id })).body.total).toBe(1);
});

test('a fleet with granted access is listed together with its own, or alone when requested', async () => {
  const mine = await anOrganisation(2);
  const opened = await anOrganisation(3);
  const token = await station.issue({ enterpriseId: mine.id, fleetAccess: [opened.id] });

  const both = await station.call(listDevices, { token, query: { limit: '2', page: '2' } });
  const alone = await station.call(listDevices, { token, query: { enterpriseId: opened.id } });

  const all = [...mine.ids, ...opened.ids].toSorted((a, b) => (a < b ? -1 : 1));
  expect(both.body.total).toBe(5);
  expect(both.body.items.map(({ id }) => id)).toEqual(all.slice(2, 4));
  expect(alone.body.total).toBe(3);
  expect(alone.body.items.map(({ enterprise }) => enterprise)).toEqual([opened.id, opened.id, opened.id]);
});
