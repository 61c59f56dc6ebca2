import { networkInterfaces } from 'node:os';

import { expect, test } from 'vitest';

import { Neighbours } from '../../../../main/service/network/mac/neighbours.ts';
import { neighboursAmong } from '../../../../main/service/network/mac/own-networks.ts';
import { readerOf, readTable } from '../../../../main/service/network/mac/read-table.ts';

const signal = (): AbortSignal => AbortSignal.timeout(120_000);
const MAC = '2C:26:17:00:00:01';

/** Returns these tables one after the other, then always the last one. Records the calls. */
function aNetwork(tables: readonly Readonly<Record<string, string>>[], freshMs = 0) {
  const probes: number[] = [];
  let readings = 0;
  const neighbours = new Neighbours({
    readTable: () => {
      const table = tables[Math.min(readings, tables.length - 1)] ?? {};
      readings += 1;
      return Promise.resolve(new Map(Object.entries(table)));
    },
    probe: (ips) => {
      probes.push(ips.length);
      return Promise.resolve();
    },
    neighboursAmong: (ips) => ips.filter((ip) => ip.startsWith('10.77.')),
    freshMs,
  });
  return { neighbours, pokes: probes, readings: () => readings };
}

test('an address in the table is found with one reading, and no program is asked', async () => {
  const network = aNetwork([{ '10.77.0.1': MAC, '10.77.0.2': MAC, '10.77.0.3': MAC }]);

  const found = await network.neighbours.find(['10.77.0.1', '10.77.0.2'], signal());

  expect([...found.keys()]).toEqual(['10.77.0.1', '10.77.0.2']);
  expect(network.pokes).toEqual([]);
  expect(network.readings()).toBe(1);
});

test('a missing address is probed, and found as soon as the answer is there', async () => {
  const network = aNetwork([{ '10.77.0.1': MAC }, { '10.77.0.1': MAC }, { '10.77.0.2': MAC }]);

  const found = await network.neighbours.find(['10.77.0.1', '10.77.0.2'], signal());

  expect([...found.keys()]).toEqual(['10.77.0.1', '10.77.0.2']);
  expect(network.pokes).toEqual([1]);
  expect(network.readings()).toBe(3);
});

test('an address that never answers is tried three times more, then not found', async () => {
  const network = aNetwork([{}]);

  expect(await network.neighbours.find(['10.77.0.1'], signal())).toEqual(new Map());
  expect(network.readings()).toBe(4);
});

test('addresses of other networks are neither asked for nor looked up', async () => {
  const network = aNetwork([{ '192.168.1.1': MAC }]);

  expect(await network.neighbours.find(['192.168.1.1', 'fe80::1', '-V', ''], signal())).toEqual(new Map());
  expect([network.pokes, network.readings()]).toEqual([[], 0]);
});

test('very many addresses are probed in batches that the system can handle', async () => {
  const network = aNetwork([{}]);
  const ips = Array.from({ length: 600 }, (_, at) => `10.77.${String(at >> 8)}.${String(at & 255)}`);

  await network.neighbours.find(ips, signal());

  expect(network.pokes).toEqual([256, 256, 88]);
});

test('concurrent lookups share readings; a fresh one answers the next lookup', async () => {
  const network = aNetwork([{ '10.77.0.1': MAC }], 60_000);

  await Promise.all(Array.from({ length: 20 }, () => network.neighbours.find(['10.77.0.1'], signal())));
  await network.neighbours.find(['10.77.0.1'], signal());

  expect(network.readings()).toBe(1);
});

test('a failed reading is reported, and the next lookup reads again', async () => {
  let isBroken = true;
  const neighbours = new Neighbours({
    readTable: () =>
      isBroken ? Promise.reject(new Error('arp is missing')) : Promise.resolve(new Map([['10.77.0.1', MAC]])),
    probe: () => Promise.resolve(),
    neighboursAmong: (ips) => [...ips],
    freshMs: 60_000,
  });

  await expect(neighbours.find(['10.77.0.1'], signal())).rejects.toThrow('arp is missing');
  isBroken = false;
  expect((await neighbours.find(['10.77.0.1'], signal())).get('10.77.0.1')).toBe(MAC);
});

test('it stops when its signal is aborted', async () => {
  const network = aNetwork([{}]);

  await expect(network.neighbours.find(['10.77.0.1'], AbortSignal.abort())).resolves.toEqual(new Map());
});

test('neighbours are IPv4 addresses of this computer’s own networks, and not this computer', () => {
  const own = [
    { address: '127.0.0.1', family: 'IPv4', internal: true, cidr: '127.0.0.1/8' },
    { address: '10.77.0.2', family: 'IPv4', internal: false, cidr: '10.77.0.2/24' },
    { address: '192.168.1.2', family: 'IPv4', internal: false, cidr: null },
    { address: 'fd00::2', family: 'IPv6', internal: false, cidr: 'fd00::2/64' },
  ];
  const requested = [
    '10.77.0.1',
    '10.77.0.2',
    '10.77.1.1',
    '127.0.0.2',
    '192.168.1.3',
    'fd00::3',
    '-V',
    '10.77.0',
    '',
  ];

  expect(neighboursAmong(requested, own)).toEqual(['10.77.0.1']);
  const itself = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  expect(neighboursAmong(itself.map(({ address }) => address))).toEqual([]);
});

test('each platform is read in its own way, with programs by absolute path', () => {
  expect(readerOf('linux')).toMatchObject({ file: '/proc/net/arp', program: 'ip', words: ['-j', 'neigh'] });
  expect(readerOf('darwin')).toMatchObject({ program: '/usr/sbin/arp', words: ['-an'] });
  expect(readerOf('win32', { SystemRoot: 'D:\\Win' })).toMatchObject({
    program: 'D:\\Win\\System32\\arp.exe',
    words: ['-a'],
  });
  expect(readerOf('win32', {})?.program).toBe('C:\\Windows\\System32\\arp.exe');
  expect(readerOf('freebsd')).toBeUndefined();
});

test('if a file cannot be read the program is asked; a platform without both has no neighbours', async () => {
  const parse = (text: string) => new Map([['10.77.0.1', text.trim()]]);
  const program = { program: process.execPath, words: ['-p', '"said"'], parse };

  expect([...(await readTable({ ...program, file: '/nowhere/arp', parseFile: () => new Map() }))]).toEqual([
    ['10.77.0.1', 'said'],
  ]);
  await expect(readTable({ ...program, program: '/nowhere/arp' })).rejects.toThrow('ENOENT');
  expect(await readTable(readerOf('sunos'))).toEqual(new Map());
});
