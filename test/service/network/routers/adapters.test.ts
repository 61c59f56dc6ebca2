import { expect, test } from 'vitest';

import { aBackend, json } from '../../../support/a-backend.ts';
import {
  HEADSET,
  jsonFor,
  kea,
  keaOpenPages,
  mikrotik,
  mikrotikPages,
  openwrt,
  opnsensePages,
  serving,
  unifiLegacyPages,
  unifiOldPages,
  unifiPages,
} from './doubles.ts';
import { read } from './reading.ts';

const received = { [HEADSET.ip]: HEADSET.stored };

test('MikroTik: complete entries of the ARP table, and bound leases with their current address', async () => {
  await using router = await aBackend(serving(mikrotikPages));

  expect(await read('mikrotik', router.url)).toEqual({
    arp: received,
    leases: { '10.250.77.61': '2C:26:17:00:00:05' },
    problem: null,
  });
});

test('MikroTik without a DHCP server returns its ARP table and says what is missing', async () => {
  await using router = await aBackend(serving({ 'GET /rest/ip/arp': json(mikrotik.arp) }));

  expect(await read('mikrotik', router.url)).toMatchObject({
    arp: received,
    leases: {},
    problem: expect.stringMatching(/^Leases: .*404/) as unknown,
  });
});

test('OpenWrt: hosts seen recently, a disputed address left to the leases, and the session closed', async () => {
  await using router = await aBackend(openwrt());

  expect(await read('openwrt', router.url)).toEqual({
    arp: { ...received, '10.250.77.70': 'E4:AA:EA:5A:98:5F', '10.250.77.72': 'E4:AA:EA:5A:98:61' },
    leases: { '10.250.77.71': '2C:26:17:00:00:02' },
    problem: null,
  });
  expect(router.received.at(-1)?.body).toContain('"session","destroy"');
});

test('OpenWrt with a user who lacks permissions says so', async () => {
  await using hidden = await aBackend(openwrt({ 'luci-rpc getHostHints': [6] }));
  await using partly = await aBackend(openwrt({ 'luci-rpc getDHCPLeases': [6] }));

  expect(await read('openwrt', hidden.url)).toBe('CREDENTIALS_REFUSED');
  expect(await read('openwrt', partly.url)).toMatchObject({
    leases: {},
    problem: expect.stringContaining('getDHCPLeases') as unknown,
  });
});

test('UniFi with its own interface: connected clients of all sites, page by page, or of one', async () => {
  await using console = await aBackend(serving(unifiPages));
  const login = { username: '', secret: 'key-1' };
  const school = { ...received, '10.250.77.58': '2C:26:17:00:00:03' };

  expect(await read('unifi', console.url, { login })).toEqual({
    arp: { ...school, '10.250.78.9': '2C:26:17:00:00:09' },
    leases: {},
    problem: null,
  });
  expect(await read('unifi', console.url, { login: { ...login, site: 'School' } })).toMatchObject({
    arp: school,
  });
  expect(await read('unifi', console.url, { login: { ...login, site: 'nowhere' } })).toBe('NOT_THIS_KIND');
});

test.for([
  ['a console with UniFi OS', unifiLegacyPages],
  ['a controller from before UniFi OS', unifiOldPages],
] as const)('UniFi with name and password: connected clients of %s', async ([, pages]) => {
  await using controller = await aBackend(serving(pages));

  expect(await read('unifi-legacy', controller.url)).toEqual({ arp: received, leases: {}, problem: null });
  expect(await read('unifi-legacy', controller.url, { login: { secret: 'wrong' } })).toBe(
    'CREDENTIALS_REFUSED',
  );
});

test('UniFi with an unknown site says so', async () => {
  await using controller = await aBackend(serving(unifiLegacyPages));

  expect(await read('unifi-legacy', controller.url, { login: { site: 'annex' } })).toBe('NOT_THIS_KIND');
});

test('OPNsense: its ARP table under the name of any release, and leases of whichever DHCP server runs', async () => {
  await using router = await aBackend(serving(opnsensePages));

  expect(await read('opnsense', router.url)).toEqual({
    arp: received,
    leases: { '10.250.77.80': '2C:26:17:00:00:08', '10.250.77.82': '2C:26:17:00:00:0A' },
    problem: null,
  });
});

test('OPNsense with a key that may not read leases returns its ARP table', async () => {
  const arp = opnsensePages['GET /api/diagnostics/interface/get_arp'] ?? json([]);
  await using router = await aBackend(serving({ 'GET /api/diagnostics/interface/getArp': arp }));

  expect(await read('opnsense', router.url)).toMatchObject({
    arp: received,
    leases: {},
    problem: expect.stringContaining('DHCP') as unknown,
  });
});

test.for([
  ['a control agent', kea()],
  ['the server itself', kea(false)],
] as const)('Kea: leases in use, from %s', async ([, pages]) => {
  await using router = await aBackend(serving(pages));

  expect(await read('kea', router.url)).toEqual({ arp: {}, leases: received, problem: null });
});

test('Kea without a password and without leases is not a fault; without the lease commands it is', async () => {
  await using open = await aBackend(serving(keaOpenPages));
  await using bare = await aBackend(
    serving(kea(true, { result: 2, text: "'lease4-get-all' not supported" })),
  );

  expect(await read('kea', open.url, { login: { username: '', secret: '' } })).toMatchObject({ leases: {} });
  expect(open.received[0]?.headers.authorization).toBeUndefined();
  expect(await read('kea', bare.url)).toBe('NOT_THIS_KIND');
});

test.for([
  ['mikrotik', serving(mikrotikPages)],
  ['openwrt', openwrt()],
  ['unifi', serving(unifiPages)],
  ['unifi-legacy', serving(unifiLegacyPages)],
  [
    'opnsense',
    serving({ ...opnsensePages, 'GET /api/diagnostics/interface/getArp': jsonFor(() => false, []) }),
  ],
  ['kea', serving(kea())],
] as const)('%s with a wrong password is reported as that', async ([kind, behave]) => {
  await using router = await aBackend(behave);

  expect(await read(kind, router.url, { login: { secret: 'wrong' } })).toBe('CREDENTIALS_REFUSED');
});
