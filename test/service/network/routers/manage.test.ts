import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { listRouters, replaceRouters, testRouter } from '../../../../shared/contract/network/routers.ts';
import { aStation } from '../../../support/a-station.ts';
import { anyText } from '../../../support/any-value.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const put = (items: readonly object[], token = station.token) =>
  station.call(replaceRouters, { body: { items }, token });
const list = async (token = station.token) => (await station.call(listRouters, { token })).body.items;

const mikrotik = {
  id: 'floor-2',
  kind: 'mikrotik',
  label: 'Second floor',
  url: 'https://192.168.88.1:8443/',
  username: 'station',
  password: 'never to be seen',
};
const row = '10.0.0.1,2c:26:17:00:00:01';

test('routers keep their order and are shown without their secrets, which are encrypted', async () => {
  await using own = await aStation();
  const call = (items: readonly object[]) => own.call(replaceRouters, { body: { items } });
  const unifi = {
    kind: 'unifi',
    label: 'Console',
    url: 'https://unifi.lan',
    apiKey: 'never-to-be-seen-either',
    password: 'of no use here',
    site: 'default',
    isEnabled: false,
  };
  const csv = { id: 'list', kind: 'csv', label: 'Our list', csv: `ip,mac\n${row}\n` };

  const { status, body } = await call([mikrotik, unifi, csv]);

  expect(status).toBe(200);
  const nothing = {
    url: null,
    username: null,
    hasPassword: false,
    hasApiKey: false,
    site: null,
    path: null,
    entryCount: null,
    allowsOtherNetworks: false,
    poolSize: null,
    certificate: null,
    isEnabled: true,
  };
  expect(body.items).toEqual([
    {
      ...nothing,
      id: 'floor-2',
      kind: 'mikrotik',
      label: 'Second floor',
      url: 'https://192.168.88.1:8443',
      username: 'station',
      hasPassword: true,
    },
    {
      ...nothing,
      id: anyText,
      kind: 'unifi',
      label: 'Console',
      url: 'https://unifi.lan',
      hasApiKey: true,
      site: 'default',
      isEnabled: false,
    },
    { ...nothing, id: 'list', kind: 'csv', label: 'Our list', entryCount: 1 },
  ]);
  expect((await own.call(listRouters)).body).toEqual(body);
  for (const name of readdirSync(own.folder).filter((each) => each.startsWith('muster.db'))) {
    expect(readFileSync(join(own.folder, name)).includes('to be seen')).toBe(false);
    expect(readFileSync(join(own.folder, name)).includes('to-be-seen')).toBe(false);
  }
  await own.restart();
  expect((await own.call(listRouters)).body).toEqual(body);
});

test('routers missing from the list are removed; the same list again changes nothing', async () => {
  const other = { ...mikrotik, id: 'floor-3' };
  const first = (await put([mikrotik, other])).body;
  expect((await put([mikrotik, other])).body).toEqual(first);

  expect((await put([other])).body.items.map(({ id }) => id)).toEqual(['floor-3']);
  expect((await put([])).body.items).toEqual([]);
  expect(await list()).toEqual([]);
});

test.for([
  ['nothing of it is said', {}, true],
  ['its label or user changes', { label: 'Third floor', username: 'somebody' }, true],
  ['null takes it away', { password: null }, false],
  ['an empty one takes it away', { password: '' }, false],
  ['the router has another host', { url: 'https://192.168.88.2:8443' }, false],
  ['the router has another port', { url: 'https://192.168.88.1' }, false],
  ['the connection loses its encryption', { url: 'http://192.168.88.1:8443' }, false],
  ['the router is of another kind', { kind: 'opnsense' }, false],
] as const)('a password where %s: kept %s', async ([, change, isUnchanged]) => {
  await put([mikrotik]);
  const { password: _, ...unsaid } = mikrotik;

  expect((await put([{ ...unsaid, ...change }])).body.items[0]?.hasPassword).toBe(isUnchanged);
});

test('a list stays unchanged if it is absent, is replaced with another and emptied by null', async () => {
  const csv = { id: 'list', kind: 'csv', label: 'Our list' };
  await put([{ ...csv, csv: row }]);

  expect((await put([csv])).body.items[0]?.entryCount).toBe(1);
  expect((await put([{ ...csv, csv: `${row}\n10.0.0.2,2c:26:17:00:00:02` }])).body.items[0]?.entryCount).toBe(
    2,
  );
  expect((await put([{ ...csv, csv: null }])).body.items[0]?.entryCount).toBe(0);
});

test('errors are refused with their path, those in a list with the line number, and nothing changes', async () => {
  await put([mikrotik]);
  const before = await list();
  const csv = { kind: 'csv', label: 'List' };

  expect(await put([mikrotik, { ...mikrotik, id: undefined, url: undefined }])).toMatchObject(
    refusedAt('items.1.url'),
  );
  expect(await put([{ ...mikrotik, url: 'https://8.8.8.8' }])).toMatchObject(refusedAt('items.0.url'));
  expect(await put([mikrotik, mikrotik])).toMatchObject(refusedAt('items.1.id'));
  expect(await put([{ kind: 'dnsmasq-file', label: 'File' }])).toMatchObject(refusedAt('items.0.path'));
  expect(await put([{ ...mikrotik, kind: 'netgear' }])).toMatchObject(refusedAt('items.0.kind'));
  expect(await put([{ ...mikrotik, apiKey: 'two words\r\nx-evil: 1' }])).toMatchObject(
    refusedAt('items.0.apiKey'),
  );
  const wrong = await put([mikrotik, { ...csv, csv: `${row}\n10.0.0.2,<b>` }]);
  expect(wrong).toMatchObject(refusedAt('items.1.csv'));
  expect(JSON.stringify(wrong.body)).toContain('Line 2: ');
  expect(await put(Array.from({ length: 21 }, () => ({ ...csv, csv: row })))).toMatchObject(
    refusedAt('items'),
  );
  expect(await list()).toEqual(before);
});

test('lists together have a maximum size, and beyond it nothing changes', async () => {
  const rows = (from: number, count: number): string =>
    Array.from(
      { length: count },
      (_, at) => `10.1.${String((from + at) >> 8)}.${String((from + at) & 255)},${row.slice(9)}`,
    ).join('\n');
  const csv = (id: string, text: string) => ({ id, kind: 'csv', label: id, csv: text });
  expect((await put([csv('a', rows(0, 4_000)), csv('b', rows(4_000, 1_000))])).status).toBe(200);
  const before = await list();

  expect(await put([csv('a', rows(0, 4_000)), csv('b', rows(4_000, 1_001))])).toMatchObject(
    refusedAt('items'),
  );
  expect(await put([csv('a', rows(0, 5_001))])).toMatchObject(refusedAt('items.0.csv'));
  expect(await list()).toEqual(before);
  await put([]);
});

test('an organisation neither sees nor changes nor tests another’s routers', async () => {
  const other = await station.enterprise();
  await put([mikrotik]);

  expect(await list(other.token)).toEqual([]);
  expect((await put([{ ...mikrotik, label: 'Ours' }], other.token)).status).toBe(200);
  expect((await list())[0]?.label).toBe('Second floor');
  await put([], other.token);
  expect(await list()).toHaveLength(1);
  const requested = { params: { routerId: 'floor-2' }, body: {}, token: other.token };
  expect(await station.call(testRouter, requested)).toMatchObject(refused(404, 'NOT_FOUND'));
});

test('other organisations may not name files or networks of this computer; in role central no organisation may', async () => {
  const other = await station.enterprise();
  await using central = await aStation({ role: 'central' });
  const file = { kind: 'isc-file', label: 'File', path: '/var/lib/dhcp/dhcpd.leases' };
  const elsewhere = { ...mikrotik, allowsOtherNetworks: true };
  const atCentral = (item: object) => central.call(replaceRouters, { body: { items: [item] } });

  expect(await put([file], other.token)).toMatchObject(refusedAt('items.0.kind'));
  expect(await put([elsewhere], other.token)).toMatchObject(refusedAt('items.0.allowsOtherNetworks'));
  expect(await atCentral(file)).toMatchObject(refusedAt('items.0.kind'));
  expect(await atCentral({ ...elsewhere, url: 'https://8.8.8.8' })).toMatchObject(
    refusedAt('items.0.allowsOtherNetworks'),
  );
  expect(await atCentral(mikrotik)).toMatchObject(refusedAt('items.0.url'));
  expect((await atCentral({ ...mikrotik, url: 'https://8.8.8.8' })).status).toBe(200);
  expect((await put([file])).status).toBe(200);
});

test('a token without an organisation has no routers', async () => {
  const token = await station.issue({ enterpriseId: null, fleetAccess: [station.enterpriseId] });

  expect(await station.call(listRouters, { token })).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await put([], token)).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await station.call(testRouter, { params: { routerId: 'floor-2' }, body: {}, token })).toMatchObject(
    refused(404, 'NOT_FOUND'),
  );
});
