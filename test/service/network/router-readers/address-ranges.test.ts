import fc from 'fast-check';
import { expect, test } from 'vitest';

import { countAddresses } from '../../../../main/service/network/router-readers/address-ranges.ts';

test.each([
  ['192.168.88.10-192.168.88.254', 245],
  ['10.0.0.50 - 10.0.0.99', 50],
  ['10.0.0.5', 1],
  ['10.0.0.10-10.0.0.19,10.0.0.30', 11],
  ['10.0.1.0/24', 256],
  ['0.0.0.0/0', 2 ** 24],
  ['10.0.0.20-10.0.0.10', 0],
  ['10.0.0.0/33', 0],
  ['10.0.0.1-10.0.0.2-10.0.0.3', 0],
  ['static-only', 0],
  ['', 0],
])('%j contains %i addresses', (ranges, count) => {
  expect(countAddresses(ranges)).toBe(count);
});

test('a subnet has as many addresses as its length, and no address outside it', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31), fc.nat(2 ** 20), fc.string(), (first, length, beside) => {
      fc.pre(!/\d/.test(beside));
      const ip = (at: number) => [24, 16, 8, 0].map((shift) => Math.floor(at / 2 ** shift) % 256).join('.');
      expect(countAddresses(`${ip(first)}-${ip(first + length)},${beside}`)).toBe(length + 1);
    }),
  );
});
