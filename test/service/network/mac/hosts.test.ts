import { expect, test } from 'vitest';

import { hostAddresses } from '../../../../main/service/network/mac/hosts.ts';

const own = (cidr: string, changes = {}) => ({ family: 'IPv4', internal: false, cidr, ...changes });

test('every host address of an own network is searched, and neither its own nor the one for all', () => {
  expect(hostAddresses([own('192.168.7.9/29')])).toEqual([
    '192.168.7.9',
    '192.168.7.10',
    '192.168.7.11',
    '192.168.7.12',
    '192.168.7.13',
    '192.168.7.14',
  ]);
  expect(hostAddresses([own('10.1.255.3/22')])).toHaveLength(1_022);
  expect(hostAddresses([own('10.1.255.3/22')]).at(-1)).toBe('10.1.255.254');
});

test.each([
  ['a network too large to search', own('10.0.0.1/8')],
  ['this computer itself', own('127.0.0.1/24', { internal: true })],
  ['IPv6', own('fd00::1/64', { family: 'IPv6' })],
  ['a link between two', own('10.0.0.1/31')],
])('%s is left out', (_, address) => expect(hostAddresses([address])).toEqual([]));
