import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  dnsmasqLeases,
  iscLeases,
  keaLeases,
  type Lease,
} from '../../../../main/service/network/router-readers/lease-files.ts';

const NOW_MS = Date.parse('2026-11-20T23:40:00Z');
const NOW_SEC = NOW_MS / 1_000;
const MAC = '2c:26:17:00:00:01';

/** Returns the final state: the last entry of each address. */
function last(leases: Iterable<Lease>): Record<string, string | null> {
  return Object.fromEntries([...leases].map(({ ip, mac }) => [ip, mac]));
}

describe('dnsmasq', () => {
  test('live leases and those without end count; others, other kinds and other lines do not', () => {
    const text = [
      `${NOW_SEC + 600} ${MAC} 10.77.0.96 PICO-A8110 01:${MAC}`,
      `0 2c:26:17:00:00:02 10.77.0.97 Quest-3-0042 *`,
      `${NOW_SEC - 1} 2c:26:17:00:00:03 10.77.0.98 * *`,
      `duid 00:01:00:01:2a:bb`,
      `${NOW_SEC + 600} 12345 fd00::1234 pico 00:01:00:01`,
      `nonsense`,
      ``,
    ].join('\n');

    expect(last(dnsmasqLeases(text, NOW_MS))).toEqual({
      '10.77.0.96': MAC,
      '10.77.0.97': '2c:26:17:00:00:02',
      '10.77.0.98': null,
      'fd00::1234': '12345',
    });
  });
});

const KEA_HEAD =
  'address,hwaddr,client_id,valid_lifetime,expire,subnet_id,fqdn_fwd,fqdn_rev,hostname,state,user_context,pool_id';

describe('Kea', () => {
  const row = (
    ip: string,
    input: { mac?: string; lifetime?: number; expire?: number; state?: number } = {},
  ) =>
    `${ip},${input.mac ?? MAC},01:${MAC},${String(input.lifetime ?? 600)},${String(input.expire ?? NOW_SEC + 600)},1,0,0,pico,${String(input.state ?? 0)},,0`;

  test('the last line of an address counts; deleted, declined and expired leases have no owner', () => {
    const text = [
      KEA_HEAD,
      row('10.0.0.1', { mac: '2c:26:17:00:00:09' }),
      row('10.0.0.1'),
      row('10.0.0.2'),
      row('10.0.0.2', { lifetime: 0 }),
      row('10.0.0.3', { state: 1 }),
      row('10.0.0.4', { expire: NOW_SEC - 1 }),
      'cut off,',
    ].join('\n');

    expect(last(keaLeases(text, NOW_MS))).toEqual({
      '10.0.0.1': MAC,
      '10.0.0.2': null,
      '10.0.0.3': null,
      '10.0.0.4': null,
    });
  });

  test('columns are found by their names, whatever their order', () => {
    const text = `address,state,expire,valid_lifetime,hwaddr\n10.0.0.1,0,${String(NOW_SEC + 1)},600,${MAC}\n`;

    expect(last(keaLeases(text, NOW_MS))).toEqual({ '10.0.0.1': MAC });
  });

  test('without its header it is not a Kea file', () => {
    expect([...keaLeases(row('10.0.0.1'), NOW_MS)]).toEqual([]);
    expect([...keaLeases('', NOW_MS)]).toEqual([]);
  });
});

/** A block as ISC writes it. */
function block(ip: string, lines: readonly string[]): string {
  return [`lease ${ip} {`, '  starts 5 2026/11/20 23:35:00;', ...lines.map((line) => `  ${line}`), '}'].join(
    '\n',
  );
}

describe('ISC', () => {
  const active = (mac: string, ends: string): string[] => [
    `ends ${ends};`,
    'cltt 5 2026/11/20 23:35:00;',
    'binding state active;',
    'next binding state free;',
    'rewind binding state free;',
    `hardware ethernet ${mac};`,
    'uid "\\001,&}\\027";',
    'client-hostname "PICO } A8110";',
  ];

  test('the last block of an address counts; expired, free and unfinished leases have no owner', () => {
    const text = [
      '# The format of this file is documented in the dhcpd.leases(5) manual page.',
      'authoring-byte-order little-endian;',
      block('10.0.0.1', active('2c:26:17:00:00:09', '5 2026/11/20 23:45:00')),
      block('10.0.0.1', active(MAC, '5 2026/11/20 23:45:00')),
      block('10.0.0.2', active(MAC, '5 2026/11/20 23:39:59')),
      block('10.0.0.3', active(MAC, 'never')),
      block('10.0.0.4', active(MAC, `epoch ${String(NOW_SEC + 5)}; # Fri Nov 20 23:40:05 2026`)),
      block('10.0.0.5', active(MAC, 'epoch 12')),
      block('10.0.0.6', ['binding state free;', 'next binding state active;', `hardware ethernet ${MAC};`]),
      block('10.0.0.7', active(MAC, 'some day')),
      'lease 10.0.0.8 {',
      '  binding state active;',
    ].join('\n');

    expect(last(iscLeases(text, NOW_MS))).toEqual({
      '10.0.0.1': MAC,
      '10.0.0.2': null,
      '10.0.0.3': MAC,
      '10.0.0.4': MAC,
      '10.0.0.5': null,
      '10.0.0.6': null,
      '10.0.0.7': null,
    });
  });
});

test('no text makes any parser throw', () => {
  fc.assert(
    fc.property(fc.string(), (noise) => {
      for (const read of [dnsmasqLeases, keaLeases, iscLeases]) {
        expect(() => [...read(noise, NOW_MS)]).not.toThrow();
      }
      const line = `\n${String(NOW_SEC + 1)} ${MAC} 10.0.0.1 * *\n`;
      expect(last(dnsmasqLeases(noise + line, NOW_MS))).toHaveProperty(['10.0.0.1'], MAC);
    }),
    { numRuns: 500, seed: 20_261_121 },
  );
});
