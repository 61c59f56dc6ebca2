import { expect, test } from 'vitest';

import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { listRecords, readRecords } from '../../../shared/contract/devices/records.ts';
import { aStation } from '../../support/a-station.ts';
import { aClient } from '../sync/central/a-client.ts';

test('a long list is split into consecutive pages, each device once, as whole records with their passwords', async () => {
  await using central = await aStation({ role: 'central', rateLimit: 0 });
  const ids = (await central.slots(25, 'A-')).map(({ id }) => id).toSorted();
  await central.call(configureDevice, {
    params: { deviceId: ids[3] ?? '' },
    body: { wifi: [{ ssid: 'school', password: 'secret-word' }] },
  });
  const found: string[] = [];
  for (let after: string | undefined; found.length < 25;) {
    const query = { limit: '10', ...(after === undefined ? {} : { after }) };
    const { items, total } = (await central.call(listRecords, { query })).body;
    expect(total).toBe(25);
    found.push(...items.map(({ id }) => id));
    after = items.at(-1)?.id;
  }
  expect(found).toEqual(ids);

  const read = await central.call(readRecords, { body: { ids: [ids[3], 'nobody', ids[4]] } });

  expect(read.body.map(({ id }) => id)).toEqual([ids[3], ids[4]]);
  expect(read.body[0]).toMatchObject({
    settings: { wifi: [{ ssid: 'school', password: 'secret-word' }] },
    enrollmentToken: expect.any(String) as string,
  });
  expect(read.body[0]).not.toHaveProperty('installedPackages');
});

test('a station reads the records it asks for together in one request; a missing one is then requested alone', async () => {
  await using central = await aStation({ role: 'central', rateLimit: 0 });
  const ids = (await central.slots(30, 'A-')).map(({ id }) => id);
  await using client = aClient(central);
  await client.listDevices({ page: 1 });

  const outcomes = await Promise.all([...ids, 'nobody'].map((id) => client.getDevice(id)));
  const pages: number[] = [];
  await client.eachPage({}, ({ items }) => void pages.push(items.length));

  expect(outcomes.filter(({ kind }) => kind === 'ok')).toHaveLength(30);
  expect(outcomes.at(-1)).toMatchObject({ kind: 'refused', status: 404 });
  const first = outcomes[0];
  expect(first?.kind === 'ok' ? first.value : undefined).toMatchObject({
    id: ids[0],
    label: 'A-01',
    enterpriseName: expect.any(String) as string,
    version: { tag: '"0"', revision: 0 },
  });
  expect(pages).toEqual([30]);
  expect(Object.fromEntries(client.sent)).toEqual({
    'GET /devices': 1,
    'POST /station/records': 1,
    'GET /devices/{deviceId}': 1,
    'GET /station/records': 1,
  });
});
