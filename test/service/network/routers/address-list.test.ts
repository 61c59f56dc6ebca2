import fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseAddressList } from '../../../../main/service/network/routers/address-list.ts';

const MAC = '2c:26:17:00:00:01';

test.for([
  ['with a head and host names', `ip,mac,hostname\n10.0.0.1,${MAC},PICO-A8110`],
  ['without a head and host names', `10.0.0.1,${MAC}`],
  [
    'with semicolons, quotes and blanks, as spreadsheets write',
    `\uFEFFIP;MAC\r\n"10.0.0.1" ; "${MAC}" ; "Salle 3"\r\n\r\n`,
  ],
  ['with dashes and short octets', '10.0.0.1,2C-26-17-0-0-1,'],
  ['with the same line twice', `10.0.0.1,${MAC}\n10.0.0.1,${MAC.toUpperCase()}`],
] as const)('a list %s is read', ([, text]) => {
  expect(parseAddressList(text)).toEqual({ entries: new Map([['10.0.0.1', MAC.toUpperCase()]]) });
});

test.for([
  ['nothing', '', 1],
  ['a head alone', 'ip,mac\n', 1],
  ['no address', `ip,mac\nheadset,${MAC}`, 2],
  ['an address of IPv6', `fd00::1,${MAC}`, 1],
  ['an address with leading zeros', `10.0.0.01,${MAC}`, 1],
  ['no MAC address', `10.0.0.1,${MAC}\n10.0.0.2,(incomplete)`, 2],
  ['the MAC address of a group', '10.0.0.1,01:00:5e:00:00:16', 1],
  ['markup', '10.0.0.1,<b>2c:26:17:00:00:01</b>', 1],
  ['too many cells', `10.0.0.1,${MAC},a,b`, 1],
  ['a head in the middle', `10.0.0.1,${MAC}\nip,mac`, 2],
  ['an address with two MAC addresses', `10.0.0.1,${MAC}\n\n10.0.0.1,2c:26:17:00:00:02`, 3],
  ['an endless host name', `10.0.0.1,${MAC},${'x'.repeat(256)}`, 1],
] as const)('a list with %s is refused by the line', ([, text, line]) => {
  const parsed = parseAddressList(text);

  expect('faults' in parsed && parsed.faults.map((fault) => fault.line)).toEqual([line]);
});

test('of very many errors the first ones are reported', () => {
  const parsed = parseAddressList('nonsense\n'.repeat(1_000));

  expect('faults' in parsed && parsed.faults.map(({ line }) => line)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
});

test('a written list is read back, whatever the separators', () => {
  const entry = fc.tuple(
    fc.ipV4(),
    fc
      .integer({ min: 1, max: 127 })
      .map((half) => `${(half * 2).toString(16).padStart(2, '0')}:00:5e:10:20:30`),
  );
  const entries = fc.uniqueArray(entry, { minLength: 1, selector: ([ip]) => ip });
  fc.assert(
    fc.property(
      entries,
      fc.constantFrom(',', ';', ' , '),
      fc.constantFrom('\n', '\r\n', '\r'),
      (rows, by, end) => {
        const text = rows.map(([ip, mac]) => [ip, mac, 'name'].join(by)).join(end);
        expect(parseAddressList(text)).toEqual({
          entries: new Map(rows.map(([ip, mac]) => [ip, mac.toUpperCase()])),
        });
      },
    ),
    { numRuns: 300, seed: 20_261_121 },
  );
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => parseAddressList(text)).not.toThrow();
    }),
    { numRuns: 500, seed: 20_261_121 },
  );
});
