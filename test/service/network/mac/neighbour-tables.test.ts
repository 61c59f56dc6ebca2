import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  parseIpNeigh,
  parseMacosArp,
  parseProcArp,
  parseWindowsArp,
} from '../../../../main/service/network/mac/neighbour-tables.ts';

const MAC = '2c:26:17:00:00:01';
const STORED = '2C:26:17:00:00:01';
const IP = '10.77.0.101';
const NOISE = { numRuns: 500, seed: 20_261_121 };

describe('/proc/net/arp', () => {
  const HEAD = 'IP address       HW type     Flags       HW address            Mask     Device\n';
  const row = (ip: string, flags: string, mac: string, device = 'eth0'): string =>
    `${ip.padEnd(16)} 0x1         ${flags.padEnd(11)} ${mac}     *        ${device}\n`;

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
    expect(parseProcArp(HEAD + rows).get(IP)).toBe(STORED);
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
    expect(parseProcArp(HEAD + rows).get(IP)).toBeUndefined();
  });

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(parseProcArp(`${before}\n${row(IP, '0x2', MAC)}${after}`).get(IP)).toBe(STORED);
      }),
      NOISE,
    );
  });
});

describe('ip -j neigh', () => {
  const entry = (state: string, more: object = { lladdr: MAC }) => ({
    dst: IP,
    dev: 'eth0',
    ...more,
    state: [state],
  });

  test.for(['REACHABLE', 'STALE', 'DELAY', 'PROBE', 'PERMANENT'])('%s names the address', (state) => {
    const text = JSON.stringify([
      { dst: 'fe80::1', dev: 'eth0', lladdr: '2c:26:17:00:00:07', router: null, state: ['STALE'] },
      entry(state),
    ]);

    expect([...parseIpNeigh(text)]).toEqual([[IP, STORED]]);
  });

  test.for([
    ['a failed entry', [entry('FAILED', {})]],
    ['an incomplete entry', [entry('INCOMPLETE', {})]],
    ['an incomplete entry with an old address', [entry('INCOMPLETE')]],
    ['an entry that is not asked for', [entry('NOARP', { lladdr: '01:00:5e:00:00:16' })]],
    ['strange rows', [null, 7, 'x', [], { dst: 7 }, { dst: IP, lladdr: MAC, state: 'REACHABLE' }]],
    ['no row', []],
  ] as const)('%s names none', ([, rows]) => {
    expect([...parseIpNeigh(JSON.stringify(rows))]).toEqual([]);
  });

  test.for(['', 'nonsense', '{}', 'null', '[{'])('%j is not a table', (text) => {
    expect(() => parseIpNeigh(text)).toThrow(/JSON|expected array|Must be a list/);
  });
});

/** Output of a German and a French Windows, which omits hosts without an answer. */
const WINDOWS_GERMAN = `\r
Schnittstelle: 10.77.0.2 --- 0x7\r
  Internetadresse       Physische Adresse     Typ\r
  10.77.0.1             2c-26-17-00-00-ff     dynamisch \r
  10.77.0.101           2c-26-17-00-00-01     dynamisch \r
  10.77.0.255           ff-ff-ff-ff-ff-ff     statisch  \r
  224.0.0.22            01-00-5e-00-00-16     statisch  \r
  255.255.255.255       ff-ff-ff-ff-ff-ff     statisch  \r
`;
const WINDOWS_FRENCH = `\r
Interface\u00a0: 192.168.56.1 --- 0x5\r
  Adresse Internet      Adresse physique      Type\r
  192.168.56.255        ff-ff-ff-ff-ff-ff     statique\r
  239.255.255.250       01-00-5e-7f-ff-fa     statique\r
\r
Interface\u00a0: 10.77.0.2 --- 0xb\r
  Adresse Internet      Adresse physique      Type\r
  10.77.0.101           2C-26-17-00-00-01     dynamique\r
  10.77.0.102           00-00-00-00-00-00     invalide\r
`;

describe('arp -a of Windows', () => {
  test.for([
    ['German', WINDOWS_GERMAN, ['10.77.0.1', '10.77.0.101']],
    ['French, with two networks', WINDOWS_FRENCH, ['10.77.0.101']],
  ] as const)('%s: host addresses only, in any language', ([, text, ips]) => {
    const table = parseWindowsArp(text);

    expect([...table.keys()]).toEqual(ips);
    expect(table.get(IP)).toBe(STORED);
  });

  test('an address with different owners on two networks has no owner', () => {
    expect(
      parseWindowsArp(WINDOWS_GERMAN + WINDOWS_FRENCH.replace('2C-26-17-00-00-01', '2C-26-17-00-00-02')).has(
        IP,
      ),
    ).toBe(false);
  });

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const row = `\r\n  ${IP}           2c-26-17-00-00-01     dynamic\r\n`;
        expect(parseWindowsArp(before + row + after).get(IP)).toBe(STORED);
      }),
      NOISE,
    );
  });
});

const MACOS = `? (10.77.0.1) at 2c:26:17:0:0:ff on en0 ifscope [ethernet]
headset.local (10.77.0.101) at 2c:26:17:0:0:1 on en0 ifscope [ethernet]
? (10.77.0.102) at (incomplete) on en0 ifscope [ethernet]
? (10.77.0.103) at 0:a:b:c:d:e on en0 [ethernet]
? (10.77.0.255) at ff:ff:ff:ff:ff:ff on en0 ifscope [ethernet]
? (169.254.3.4) at 2c:26:17:0:0:5 on en0 [ethernet]
? (224.0.0.251) at 1:0:5e:0:0:fb on en0 ifscope permanent [ethernet]
`;

describe('arp -an of macOS', () => {
  test('short octets are padded; incomplete and multicast entries are skipped', () => {
    expect([...parseMacosArp(MACOS)]).toEqual([
      ['10.77.0.1', '2C:26:17:00:00:FF'],
      [IP, STORED],
      ['10.77.0.103', '00:0A:0B:0C:0D:0E'],
      ['169.254.3.4', '2C:26:17:00:00:05'],
    ]);
  });

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const row = `\n? (${IP}) at 2c:26:17:0:0:1 on en0 [ethernet]\n`;
        expect(parseMacosArp(before + row + after).get(IP)).toBe(STORED);
      }),
      NOISE,
    );
  });
});

test('every octet that a platform may print is read back, short or long', () => {
  const octets = fc.tuple(
    fc.integer({ min: 1, max: 127 }).map((half) => half * 2),
    ...Array.from({ length: 5 }, () => fc.integer({ min: 0, max: 255 })),
  );
  fc.assert(
    fc.property(octets, (bytes) => {
      const long = bytes.map((byte) => byte.toString(16).padStart(2, '0'));
      const short = bytes.map((byte) => byte.toString(16));
      const wanted = long.join(':').toUpperCase();
      expect(parseMacosArp(`? (${IP}) at ${short.join(':')} on en0 [ethernet]\n`).get(IP)).toBe(wanted);
      expect(parseWindowsArp(`  ${IP}  ${long.join('-')}  dynamic\r\n`).get(IP)).toBe(wanted);
      expect(parseProcArp(`\n${IP} 0x1 0x2 ${long.join(':')} * eth0\n`).get(IP)).toBe(wanted);
    }),
    NOISE,
  );
});
