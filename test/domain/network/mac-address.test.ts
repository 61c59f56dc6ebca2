import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isLocallyAdministered, toMacAddress } from '../../../shared/domain/network/mac-address.ts';

test.for([
  ['2c:26:17:00:00:01', '2C:26:17:00:00:01'],
  ['2C-26-17-00-00-01', '2C:26:17:00:00:01'],
  ['2c:26:17:1:2:3', '2C:26:17:01:02:03'],
  ['a:b:c:d:e:f', '0A:0B:0C:0D:0E:0F'],
  ['  2c:26:17:00:00:01\n', '2C:26:17:00:00:01'],
] as const)('%j is written as %s', ([text, written]) => {
  expect(toMacAddress(text)).toBe(written);
});

test.for([
  '',
  '(incomplete)',
  '00:00:00:00:00:00',
  'ff:ff:ff:ff:ff:ff',
  '01:00:5e:00:00:fb',
  '33:33:00:00:00:01',
  '2c:26:17:00:00',
  '2c:26:17:00:00:01:02',
  '2c:26:17:00:00:0g',
  '2c:26:17:00:00:001',
  '2c::17:00:00:01:',
])('%j is not a host’s address', (text) => {
  expect(toMacAddress(text)).toBeUndefined();
});

test('an empty octet is not read as zero', () => {
  expect(toMacAddress('2c:26::00:00:01')).toBeUndefined();
});

test('the result has the form of the interface, and parsing it again does not change it', () => {
  const octet = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16));
  const text = fc.oneof(
    fc.array(octet, { minLength: 5, maxLength: 7 }).map((octets) => octets.join(':')),
    fc.string(),
  );
  fc.assert(
    fc.property(text, (input) => {
      const address = toMacAddress(input);
      if (address === undefined) return;
      expect(address).toMatch(/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/);
      expect(toMacAddress(address)).toBe(address);
    }),
    { numRuns: 2_000, seed: 20_260_604 },
  );
});

test.for([
  ['02:00:00:00:00:01', true],
  ['DA:A1:19:00:00:01', true],
  ['2C:26:17:00:00:01', false],
  ['00:1A:2B:00:00:01', false],
] as const)('%s is randomised: %s', ([address, isLocal]) => {
  expect(isLocallyAdministered(address)).toBe(isLocal);
});
