import { networkInterfaces } from 'node:os';

import { expect, test } from 'vitest';

import {
  isRouterAddress,
  type RouterHost,
  urlFault,
} from '../../../../main/service/network/routers/rules.ts';
import { isAllowedAddress } from '../../../../main/service/kernel/outgoing/address-policy.ts';

const station: RouterHost = { role: 'station', ownEnterpriseId: 'own' };
const central: RouterHost = { role: 'central', ownEnterpriseId: 'own' };
/** An address in a network that no computer is on. */
const FAR = '10.250.77.1';

test.for([
  // Address, in role station, the same if other networks are allowed, in role central.
  [FAR, false, true, false],
  ['192.168.250.250', false, true, false],
  ['127.0.0.1', false, true, false],
  ['::1', false, true, false],
  ['100.64.0.1', false, true, false],
  ['169.254.169.254', false, false, false],
  ['0.0.0.0', false, false, false],
  ['255.255.255.255', false, false, false],
  ['224.0.0.1', false, false, false],
  ['8.8.8.8', false, false, true],
  ['2606:4700::1111', false, false, true],
  ['::ffff:8.8.8.8', false, false, true],
  ['nonsense', false, false, false],
] as const)('%s: requested by a station %s, where that is allowed %s, by a central %s', ([ip, ...wanted]) => {
  expect([
    isRouterAddress(ip, station, false),
    isRouterAddress(ip, station, true),
    isRouterAddress(ip, central, true),
  ]).toEqual(wanted);
});

test('a router on a network of this computer is contacted by a station, and never by a central', ({
  skip,
}) => {
  const own = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .find(({ address }) => isAllowedAddress(address, 'privateOnly') && !address.startsWith('169.254.'));
  if (own === undefined) return skip('this computer has no private address');

  expect(isRouterAddress(own.address, station, false)).toBe(true);
  expect(isRouterAddress(own.address, central, true)).toBe(false);
});

test.for([
  'https://192.168.88.1',
  'http://10.0.0.1:8080',
  'https://[fd00::1]',
  'https://router.lan/',
  'HTTPS://ROUTER',
])('%s is an address of a router', (url) => {
  expect(urlFault(url, station, false)).toBeUndefined();
});

test.for([
  'router',
  '192.168.88.1',
  'ftp://192.168.88.1',
  'file:///etc/passwd',
  'https://user@192.168.88.1',
  'https://:secret@192.168.88.1',
  'https://192.168.88.1/admin',
  'https://192.168.88.1/?a=b',
  'https://192.168.88.1/#x',
  'https://8.8.8.8',
  'https://127.0.0.1',
  'https://2130706433',
  'http://0x7f.1',
  'https://[::ffff:127.0.0.1]',
])('%s is not', (url) => {
  expect(urlFault(url, station, false)).toMatch(/^(Must be|The user name)/);
});

test('if other networks are allowed this computer itself may be one; a central accepts public ones only', () => {
  expect(urlFault('http://127.0.0.1:8000', station, true)).toBeUndefined();
  expect(urlFault('https://8.8.8.8', station, true)).toBe('Must be a private address');
  expect(urlFault('https://8.8.8.8', central, false)).toBeUndefined();
  expect(urlFault('https://192.168.88.1', central, true)).toBe('Must be a public address');
});
