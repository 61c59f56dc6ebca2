import { expect, test } from 'vitest';

import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { createSlots } from '../../../../shared/contract/operations/station.ts';
import {
  createEnterprise,
  getToken,
  issueToken,
  listTokens,
} from '../../../../shared/contract/access/tokens.ts';
import { anyText } from '../../../support/any-value.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const clock = new ManualClock();
const station = await aSharedStation({ clock });
const issue = (body: unknown, token = station.token) => station.call(issueToken, { body, token });

test('a token is shown when it is issued and never again', async () => {
  const { status, body } = await issue({ scope: 'enterprise', label: 'integrator' });

  expect(status).toBe(200);
  expect(body).toEqual({
    id: anyText,
    token: anyText,
    scope: 'enterprise',
    expiresAt: null,
  });
  const list = await station.call(listTokens);
  const one = await station.call(getToken, { params: { tokenId: body.id } });
  expect(one.body).toMatchObject({
    id: body.id,
    scope: 'enterprise',
    label: 'integrator',
    enterpriseId: station.enterpriseId,
    revokedAt: null,
  });
  expect(list.body.items).toContainEqual(one.body);
  expect(JSON.stringify([list.body, one.body])).not.toContain(body.token.split('.')[2]);
});

test('the newest token comes first in the list', async () => {
  const first = await issue({ scope: 'enroll' });
  const second = await issue({ scope: 'enroll' });

  const { body } = await station.call(listTokens);

  expect(body.items.slice(0, 2).map(({ id }) => id)).toEqual([second.body.id, first.body.id]);
});

test('a token works until it expires, and not afterwards, also after a restart', async () => {
  const { body } = await issue({ scope: 'enterprise', expiresInSec: 60 });
  const ask = async () => (await station.send('GET', '/station', { token: body.token })).status;
  expect(Date.parse(body.expiresAt ?? '') - clock.now()).toBeGreaterThanOrEqual(60_000);
  expect(Date.parse(body.expiresAt ?? '') - clock.now()).toBeLessThan(61_000);

  clock.advance(59_999);
  expect(await ask()).toBe(200);
  clock.advance(Date.parse(body.expiresAt ?? '') - clock.now());
  expect(await ask()).toBe(401);
  await station.restart();
  expect(await ask()).toBe(401);
});

test.each([
  [{}, 'scope'],
  [{ scope: 'admin' }, 'scope'],
  [{ scope: 'enterprise', expiresInSec: 0 }, 'expiresInSec'],
  [{ scope: 'enterprise', expiresInSec: -1 }, 'expiresInSec'],
  [{ scope: 'enterprise', expiresInSec: 1.5 }, 'expiresInSec'],
  [{ scope: 'enterprise', fleetAccess: 'all' }, 'fleetAccess'],
  [{ scope: 'enterprise', fleetAccess: ['nobody'] }, 'fleetAccess'],
  [{ scope: 'enterprise', enterpriseId: 'nobody' }, 'enterpriseId'],
  [{ scope: 'device' }, 'deviceId'],
])('%j is refused at %s', async (body, path) => {
  expect(await issue(body)).toMatchObject(refusedAt(path));
});

test('a device token is issued for known devices only', async () => {
  const { id } = await station.enrolled();

  const good = await issue({ scope: 'device', deviceId: id });
  const unknown = await issue({ scope: 'device', deviceId: 'nobody' });

  const own = await station.call(getDevice, { params: { deviceId: id }, token: good.body.token });
  expect(own.status).toBe(200);
  expect(unknown).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
});

test('a new organisation gets its own token and sees nothing of the station’s', async () => {
  const { status, body } = await station.call(createEnterprise, { body: { name: 'École Nº 2' } });

  expect(status).toBe(200);
  expect(body).toMatchObject({ id: anyText, name: 'École Nº 2' });
  const answer = await station.send('GET', '/devices', { token: body.token });
  expect(answer).toMatchObject({ status: 200, body: { total: 0 } });
});

test('an organisation needs a name', async () => {
  for (const body of [{}, { name: '' }, { name: null }, { name: 'x'.repeat(129) }]) {
    expect(await station.call(createEnterprise, { body })).toMatchObject(refusedAt('name'));
  }
});

test('only the station’s own organisation creates others, issues for others and grants fleet access', async () => {
  const [one, two] = [await station.enterprise(), await station.enterprise()];

  expect(await station.call(createEnterprise, { body: { name: 'x' }, token: one.token })).toMatchObject(
    refused(403, 'FORBIDDEN'),
  );
  for (const body of [
    { scope: 'enterprise', enterpriseId: two.id },
    { scope: 'enterprise', enterpriseId: station.enterpriseId },
    { scope: 'enterprise', enterpriseId: null },
    { scope: 'enterprise', fleetAccess: [two.id] },
    { scope: 'enterprise', fleetAccess: [one.id] },
  ]) {
    expect(await issue(body, one.token)).toMatchObject(refused(403, 'FORBIDDEN'));
  }
  const forItself = await issue({ scope: 'enterprise' }, one.token);
  expect(forItself.status).toBe(200);
  const forOther = await issue({ scope: 'enterprise', enterpriseId: two.id });
  expect((await station.call(getToken, { params: { tokenId: forOther.body.id } })).body.enterpriseId).toBe(
    two.id,
  );
});

test('a token without an organisation cannot issue tokens', async () => {
  const token = await station.issue({ enterpriseId: null });

  expect(await issue({ scope: 'enterprise' }, token)).toMatchObject(refused(403, 'FORBIDDEN'));
});

test('an organisation lists its own tokens; the station’s own lists all', async () => {
  const other = await station.enterprise();
  const { body } = await issue({ scope: 'enroll' }, other.token);

  const theirs = await station.call(listTokens, { token: other.token });
  const all = await station.call(listTokens);

  expect(theirs.body.items.map(({ enterpriseId }) => enterpriseId)).toEqual([other.id, other.id]);
  expect(all.body.items.map(({ id }) => id)).toContain(body.id);
});

test('a device token for another organisation’s device is issued by the station’s own organisation only', async () => {
  const [one, two] = [await station.enterprise(), await station.enterprise()];
  const { body } = await station.call(createSlots, {
    body: { count: 1, labelPrefix: 'X-' },
    token: one.token,
  });
  const deviceId = body.items[0]?.id ?? '';

  expect(await issue({ scope: 'device', deviceId }, two.token)).toMatchObject(
    refused(404, 'DEVICE_NOT_FOUND'),
  );
  expect(await issue({ scope: 'device', deviceId })).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  expect((await issue({ scope: 'device', deviceId, enterpriseId: one.id })).status).toBe(200);
});

test('the list of tokens is paged, none missing and none repeated', async () => {
  const { token } = await station.enterprise();
  for (let index = 0; index < 6; index += 1) await issue({ scope: 'enroll' }, token);
  const page = async (number: number) =>
    (await station.call(listTokens, { token, query: { page: String(number), limit: '3' } })).body;

  const pages = [await page(1), await page(2), await page(3), await page(4)];

  expect(pages.map(({ items }) => items.length)).toEqual([3, 3, 1, 0]);
  expect(pages[1]).toMatchObject({ page: 2, limit: 3, total: 7 });
  const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => (a < b ? 1 : -1)));
  const all = await station.call(listTokens, { query: { limit: '100' } });
  expect(all.body.total).toBe(all.body.items.length);
  expect(await station.call(listTokens, { query: { limit: '101' } })).toMatchObject(refusedAt('query.limit'));
});
