import fc from 'fast-check';
import { expect, test } from 'vitest';

import { macInArpTable } from '../../../main/service/features/resolve-mac/index.ts';

const HEAD = 'IP address       HW type     Flags       HW address            Mask     Device\n';
const row = (ip: string, flags: string, mac: string, device = 'eth0'): string =>
  `${ip.padEnd(16)} 0x1         ${flags.padEnd(11)} ${mac}     *        ${device}\n`;
const MAC = '2c:26:17:00:00:01';
const IP = '10.77.0.101';

test.for([
  ['a complete entry', row(IP, '0x2', MAC)],
  ['a permanent entry', row(IP, '0x6', MAC)],
  ['the entry among others', row('10.77.0.10', '0x2', '2c:26:17:00:00:09') + row(IP, '0x2', MAC)],
  [
    'the entry after one whose address begins the same',
    row('10.77.0.1', '0x2', 'aa:26:17:00:00:09') + row(IP, '0x2', MAC),
  ],
  [
    'a complete entry beside an incomplete one of another network',
    row(IP, '0x0', '00:00:00:00:00:00', 'wlan0') + row(IP, '0x2', MAC),
  ],
  ['the same address on two networks', row(IP, '0x2', MAC) + row(IP, '0x2', MAC, 'wlan0')],
  ['a last line without an end', row(IP, '0x2', MAC).trimEnd()],
] as const)('%s names the address', ([, rows]) => {
  expect(macInArpTable(HEAD + rows, IP)).toBe(MAC);
});

test.for([
  ['an empty table', ''],
  ['no entry', row('10.77.0.10', '0x2', MAC)],
  ['an entry that was asked for without an answer', row(IP, '0x0', '00:00:00:00:00:00')],
  ['an incomplete entry with an old address', row(IP, '0x0', MAC)],
  ['a permanent entry that is not complete', row(IP, '0x4', MAC)],
  ['an answer given for others (proxy ARP)', row(IP, '0xc', '00:00:00:00:00:00')],
  ['a complete entry of zeros', row(IP, '0x2', '00:00:00:00:00:00')],
  ['two different addresses', row(IP, '0x2', MAC) + row(IP, '0x2', '2c:26:17:00:00:02', 'wlan0')],
  ['another kind of network', row(IP, '0x2', MAC, 'ib0').replace('0x1 ', '0x20')],
  ['a longer hardware address', row(IP, '0x2', `${MAC}:00:00`)],
  ['a masked address', row(IP, '0x2', '*')],
  ['a line that is cut off', `${IP} 0x1 0x2`],
  ['a line without its network', `${IP} 0x1 0x2 ${MAC} *`],
  ['flags that are no number', row(IP, 'C', MAC)],
] as const)('%s names none', ([, rows]) => {
  expect(macInArpTable(HEAD + rows, IP)).toBeUndefined();
});

test('no text upsets it', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      expect(macInArpTable(`${before}\n${row(IP, '0x2', MAC)}${after}`, IP)).toBe(MAC);
    }),
    { numRuns: 1_000, seed: 20_260_605 },
  );
});
