import { expect, test } from 'vitest';

import { isOnOwnNetwork } from '../../main/service/kernel/addresses/subnets.ts';

const networks = [{ cidr: '192.168.7.12/24' }, { cidr: '10.1.2.3/30' }, { cidr: 'fd00:7::1/64' }];

test.each([
  '127.0.0.1',
  '127.9.9.9',
  '::1',
  '::ffff:127.0.0.1',
  '192.168.7.200',
  '::ffff:192.168.7.200',
  '10.1.2.1',
  'fd00:7::abcd',
  'fd00:7::abcd%eth0',
])('%s is in a network of this computer', (address) => {
  expect(isOnOwnNetwork(address, networks)).toBe(true);
});

test.each(['192.168.8.1', '10.1.2.4', '8.8.8.8', 'fd00:8::1', '::ffff:8.8.8.8', '', 'nonsense', '1.2.3'])(
  '%s is not',
  (address) => {
    expect(isOnOwnNetwork(address, networks)).toBe(false);
  },
);

test('without configured networks, those of this computer count, at least loopback', () => {
  expect(isOnOwnNetwork('127.0.0.1')).toBe(true);
  expect(isOnOwnNetwork('203.0.113.77')).toBe(false);
});
