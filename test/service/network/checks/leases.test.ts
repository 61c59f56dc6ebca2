import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { runNetworkChecks } from '../../../../shared/contract/network/network-checks.ts';
import {
  listRouters,
  replaceRouters,
  type RouterInput,
} from '../../../../shared/contract/network/routers.ts';
import { aBackend, json } from '../../../support/a-backend.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { kea, mikrotikPages, openwrt, serving } from '../routers/doubles.ts';

const station = await aSharedStation();
const put = (...items: RouterInput[]) => station.call(replaceRouters, { body: { items } });

/** Returns the finding about free addresses. */
async function leases() {
  const { body } = await station.call(runNetworkChecks, { body: {} });
  return body.checks.find(({ id }) => id === 'leases');
}

function aLeaseFile(count: number): string {
  const path = join(station.folder, 'school.leases');
  const rows = Array.from(
    { length: count },
    (_, at) => `0 2c:26:17:00:00:${at + 10} 10.0.0.${at + 10} * *\n`,
  );
  writeFileSync(path, rows.join(''));
  return path;
}

const file = (count: number, input: Partial<RouterInput> = {}): RouterInput => ({
  id: 'file',
  kind: 'dnsmasq-file',
  label: 'School',
  path: aLeaseFile(count),
  ...input,
});
const router = (kind: RouterInput['kind'], url: string, input: Partial<RouterInput> = {}): RouterInput => ({
  id: kind,
  kind,
  label: kind,
  url,
  username: 'station',
  password: 'pässword',
  allowsOtherNetworks: true,
  ...input,
});

test('a lease file that contains the pool size is checked against it, without a size set by hand', async () => {
  await put(file(10, { poolSize: 50 }));
  expect(await leases()).toMatchObject({
    finding: 'LEASES_FREE',
    details: { size: 50, taken: 10, source: 'School' },
  });

  await put(file(48));
  expect(await leases()).toMatchObject({
    finding: 'LEASES_NEARLY_FULL',
    status: 'warning',
    todo: 'WIDEN_LEASES',
  });
  expect((await station.call(listRouters)).body.items[0]).toMatchObject({ poolSize: 50 });
  await put(file(50));
  expect(await leases()).toMatchObject({ finding: 'LEASES_FULL', status: 'problem' });

  await put(file(50, { poolSize: null }));
  expect(await leases()).toMatchObject({ finding: 'LEASES_UNKNOWN', todo: 'SET_UP_LEASES' });
  await put(file(50, { poolSize: 50, isEnabled: false }));
  expect(await leases()).toMatchObject({ finding: 'LEASES_UNKNOWN' });
});

const keaConfig = {
  result: 0,
  arguments: {
    Dhcp4: {
      subnet4: [{ pools: [{ pool: '10.0.0.50 - 10.0.0.99' }, { pool: '10.0.1.0/28' }] }],
      'shared-networks': [{ subnet4: [{ pools: [{ pool: '10.0.2.1-10.0.2.10' }] }, { strange: 1 }] }],
    },
  },
};
const ranges = (text: string) => ({
  'GET /rest/ip/pool': json([
    { name: 'guests', ranges: '10.9.0.0/16' },
    { name: 'school', ranges: text },
  ]),
  'GET /rest/ip/dhcp-server': json([
    { name: 'd1', 'address-pool': 'school', disabled: 'false' },
    { name: 'd2', 'address-pool': 'guests', disabled: 'true' },
  ]),
});

test('MikroTik, OpenWrt and Kea report their pool size', async () => {
  await using one = await aBackend(serving({ ...mikrotikPages, ...ranges('10.0.0.10-10.0.0.19') }));
  await put(router('mikrotik', one.url));
  expect(await leases()).toMatchObject({ details: { size: 10, taken: 1, source: 'mikrotik' } });

  const dhcp = {
    values: {
      lan: { interface: 'lan', start: '100', limit: '150', dhcpv4: 'server' },
      guest: { interface: 'guest', limit: '20', ignore: '1' },
      wan: { interface: 'wan', ignore: '1' },
    },
  };
  await using two = await aBackend(openwrt({ 'uci get': [0, dhcp] }));
  await put(router('openwrt', two.url));
  expect(await leases()).toMatchObject({ details: { size: 150, taken: 1 } });
  expect(two.received.at(-1)?.body).toContain('"session","destroy"');

  await using three = await aBackend((received, response) => {
    const answer = received.body.includes('config-get') ? kea(true, keaConfig) : kea();
    serving(answer)(received, response);
  });
  await put(router('kea', three.url));
  expect(await leases()).toMatchObject({ details: { size: 76, taken: 1 } });
});

test('the network with the fewest free addresses counts; a router that reports no size, or hides its leases, is skipped', async () => {
  await using roomy = await aBackend(serving({ ...mikrotikPages, ...ranges('10.0.0.0/24') }));
  await using silent = await aBackend(serving(mikrotikPages));
  const { 'GET /rest/ip/arp': arp = json([]) } = mikrotikPages;
  await using hiding = await aBackend(serving({ 'GET /rest/ip/arp': arp, ...ranges('10.0.0.1') }));
  const others = [
    router('mikrotik', roomy.url, { id: 'a', label: 'Roomy' }),
    router('mikrotik', silent.url, { id: 'b', label: 'Silent' }),
    router('mikrotik', hiding.url, { id: 'c', label: 'Hiding', poolSize: 1 }),
  ];
  await put(...others);
  expect(await leases()).toMatchObject({ finding: 'LEASES_FREE', details: { source: 'Roomy' } });
  await put(...others, file(9, { poolSize: 10 }));
  expect(await leases()).toMatchObject({ finding: 'LEASES_NEARLY_FULL', details: { source: 'School' } });
});
