import { BlockList, isIPv6 } from 'node:net';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isAllowedAddress } from '../../../../main/service/kernel/outgoing/address-policy.ts';

const POLICIES = ['anyHost', 'anyReceiver', 'publicOnly', 'privateOnly'] as const;

/** The policies that allow each address: any host, any receiver, public only, private only. */
const ADDRESSES: Readonly<Record<string, readonly (typeof POLICIES)[number][]>> = {
  '8.8.8.8': ['anyHost', 'anyReceiver', 'publicOnly'],
  '172.15.255.255': ['anyHost', 'anyReceiver', 'publicOnly'],
  '172.32.0.0': ['anyHost', 'anyReceiver', 'publicOnly'],
  '2606:4700::1111': ['anyHost', 'anyReceiver', 'publicOnly'],
  '10.0.0.1': ['anyHost', 'anyReceiver', 'privateOnly'],
  '172.16.0.1': ['anyHost', 'anyReceiver', 'privateOnly'],
  '172.31.255.255': ['anyHost', 'anyReceiver', 'privateOnly'],
  '192.168.255.255': ['anyHost', 'anyReceiver', 'privateOnly'],
  '169.254.169.254': ['anyHost', 'privateOnly'],
  'fe80::1': ['anyHost', 'privateOnly'],
  'fe80::1%eth0': ['anyHost', 'privateOnly'],
  'fd00::1': ['anyHost', 'anyReceiver', 'privateOnly'],
  'fc00::': ['anyHost', 'anyReceiver', 'privateOnly'],
  '127.0.0.1': ['anyHost', 'anyReceiver'],
  '127.255.255.254': ['anyHost', 'anyReceiver'],
  '::1': ['anyHost', 'anyReceiver'],
  '100.64.0.1': ['anyHost', 'anyReceiver'],
  '100.127.255.255': ['anyHost', 'anyReceiver'],
  '192.0.2.1': ['anyHost', 'anyReceiver'],
  '198.18.0.1': ['anyHost', 'anyReceiver'],
  '2001:db8::1': ['anyHost', 'anyReceiver'],
  '2001::1': ['anyHost', 'anyReceiver'],
  '2002:7f00:1::': ['anyHost'],
  '2002:a9fe:a9fe::1': ['anyHost'],
  '64:ff9b:1::a9fe:a9fe': ['anyHost'],
  '100.100.100.200': ['anyHost'],
  '192.0.0.192': ['anyHost'],
  'fec0::1': ['anyHost', 'anyReceiver'],
  '0.0.0.0': [],
  '0.1.2.3': [],
  '::': [],
  '224.0.0.251': [],
  '239.255.255.255': [],
  '240.0.0.1': [],
  '255.255.255.255': [],
  'ff02::1': [],
  // IPv4 in IPv6: the embedded address counts.
  '::ffff:8.8.8.8': ['anyHost', 'anyReceiver', 'publicOnly'],
  '::ffff:127.0.0.1': ['anyHost', 'anyReceiver'],
  '::ffff:7f00:1': ['anyHost', 'anyReceiver'],
  '::ffff:10.0.0.1': ['anyHost', 'anyReceiver', 'privateOnly'],
  '::ffff:0.0.0.0': [],
  '64:ff9b::8.8.8.8': ['anyHost', 'anyReceiver', 'publicOnly'],
  '64:ff9b::10.0.0.1': ['anyHost', 'anyReceiver', 'privateOnly'],
  '64:ff9b::127.0.0.1': ['anyHost', 'anyReceiver'],
  '::127.0.0.1': ['anyHost'],
  '::169.254.169.254': ['anyHost'],
};

test.for(Object.entries(ADDRESSES))('%s is allowed to %s', ([address, policies]) => {
  expect(POLICIES.filter((policy) => isAllowedAddress(address, policy))).toEqual(policies);
});

test.for(['', 'localhost', '127.1', '2130706433', '0x7f000001', '127.0.0.1.', '[::1]', '1.2.3.4/8', '::1::'])(
  '"%s" is not an address and never allowed',
  (text) => {
    expect(POLICIES.filter((policy) => isAllowedAddress(text, policy))).toEqual([]);
  },
);

const privateNetworks = new BlockList();
for (const [base, length] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  privateNetworks.addSubnet(base, length, 'ipv4');
for (const [base, length] of [
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateNetworks.addSubnet(base, length, 'ipv6');

const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc
    .tuple(fc.constantFrom('10', '172.16', '172.31', '192.168', '169.254', '127'), fc.ipV4())
    .map(([prefix, rest]) => [...prefix.split('.'), ...rest.split('.')].slice(0, 4).join('.')),
  fc.tuple(fc.constantFrom('fc', 'fd', 'fe8', 'febf', 'fec', 'ff', '2'), fc.ipV6()).map(([prefix, rest]) => {
    const tail = rest.split(':').slice(1).join(':');
    return `${prefix.padEnd(4, '0')}:${tail}`;
  }),
);

test('private addresses match Node’s own list of networks, in whatever form the address is written', () => {
  fc.assert(
    fc.property(address, (text) => {
      const family = isIPv6(text) ? 'ipv6' : 'ipv4';
      expect(isAllowedAddress(text, 'privateOnly')).toBe(privateNetworks.check(text, family));
    }),
    { numRuns: 3_000, seed: 20_260_601 },
  );
});

test('no address is public and private at once, and both kinds are hosts', () => {
  fc.assert(
    fc.property(address, (text) => {
      const [any, , isPublic, isPrivate] = POLICIES.map((policy) => isAllowedAddress(text, policy));
      expect(isPublic && isPrivate).toBe(false);
      expect(any || (!isPublic && !isPrivate)).toBe(true);
    }),
    { numRuns: 2_000, seed: 20_260_602 },
  );
});

test('an IPv4 address means the same when it is carried in IPv6', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.constantFrom(...POLICIES), (text, policy) => {
      const plain = isAllowedAddress(text, policy);
      expect(isAllowedAddress(`::ffff:${text}`, policy)).toBe(plain);
      expect(isAllowedAddress(`64:ff9b::${text}`, policy)).toBe(plain);
    }),
    { numRuns: 2_000, seed: 20_260_603 },
  );
});
