import { expect, test } from 'vitest';

import { addressKind } from '../../main/service/kernel/addresses/address-kind.ts';

test.each([
  ['127.0.0.1', 'loopback'],
  ['::1', 'loopback'],
  ['10.0.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.7', 'private'],
  ['fd00::7', 'private'],
  ['::ffff:192.168.1.7', 'private'],
  ['169.254.3.4', 'selfAssigned'],
  ['fe80::1%eth0', 'selfAssigned'],
  ['100.64.0.1', 'shared'],
  ['100.127.255.255', 'shared'],
  ['100.128.0.1', 'public'],
  ['172.32.0.1', 'public'],
  ['8.8.8.8', 'public'],
  ['2a00:1450::1', 'public'],
  ['0.0.0.0', 'other'],
  ['224.0.0.251', 'other'],
  ['255.255.255.255', 'other'],
  ['203.0.113.9', 'other'],
  ['nonsense', 'other'],
  ['', 'other'],
])('%s is %s', (address, kind) => {
  expect(addressKind(address)).toBe(kind);
});
