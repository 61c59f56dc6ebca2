import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { hasPrograms } from '../../../../main/service/network/mac/node-arp.ts';
import { readLeaseFile } from '../../../../main/service/network/router-readers/readers.ts';
import { aFolder } from '../../../support/temp-folder.ts';
import { HEADSET_MAC, TwoHosts } from '../../../support/two-hosts.ts';

const FOLDER = resolve(import.meta.dirname, '..', '..', '..', '..', 'main', 'service', 'network', 'mac');
const FILES = ['neighbours', 'node-arp', 'read-table'].map((name) => join(FOLDER, `${name}.ts`));
const STORED = HEADSET_MAC.toUpperCase();

/** Runs a script on the station's side with the neighbours' code; returns the JSON that it prints. */
function atStation(hosts: TwoHosts, script: string): unknown {
  const load = 'await Promise.all(process.argv.slice(1).map((file) => import(file)))';
  const source = `const neighbours = Object.assign({}, ...(${load})); ${script}`;
  return JSON.parse(hosts.runAtStation(process.execPath, '--input-type=module', '-e', source, ...FILES));
}

test('`ip -j neigh` matches /proc/net/arp, on a real network', ({ skip }) => {
  const obstacle = TwoHosts.obstacle();
  if (obstacle !== undefined) return skip(obstacle);
  using hosts = new TwoHosts();

  const [asked, fromProgram] = atStation(
    hosts,
    `const signal = AbortSignal.timeout(120_000);
     const found = await new neighbours.Neighbours().find(['${hosts.headsetIp}', '10.77.21.3'], signal);
     const byProgram = await neighbours.readTable({ ...neighbours.readerOf('linux'), file: '/nowhere' });
     console.log(JSON.stringify([[...found], [...byProgram]]));`,
  ) as [unknown, unknown];

  expect(asked).toEqual([[hosts.headsetIp, STORED]]);
  expect(fromProgram).toEqual([[hosts.headsetIp, STORED]]);
});

test('node-arp finds a neighbour from its thread and writes nothing to standard output; a dead address is not found', async ({
  skip,
}) => {
  const obstacle = TwoHosts.obstacle();
  if (obstacle !== undefined) return skip(obstacle);
  if (!(await hasPrograms('linux'))) return skip('ping (iputils-ping) or arp (net-tools) is not installed');
  using hosts = new TwoHosts();

  const found = atStation(
    hosts,
    `const found = await new neighbours.NodeArp().find(
       ['10.77.21.3', '${hosts.headsetIp}'],
       AbortSignal.timeout(120_000),
     );
     console.log(JSON.stringify([...found]));`,
  );

  expect(found).toEqual([[hosts.headsetIp, STORED]]);
});

test('the lease file that a real dnsmasq writes is read', async ({ skip }) => {
  const obstacle = TwoHosts.obstacle();
  if (obstacle !== undefined) return skip(obstacle);
  for (const [program, name] of [
    ['dnsmasq', 'dnsmasq-base'],
    ['udhcpc', 'udhcpc'],
  ] as const) {
    if (spawnSync(program, ['--help']).error !== undefined) {
      return skip(`${program} is not installed (apt-get install ${name})`);
    }
  }
  using folder = aFolder();
  using hosts = new TwoHosts();
  const leases = join(folder.path, 'dnsmasq.leases');
  const [ip = '', ...exec] = hosts.throughStation;
  const server = spawn(
    ip,
    [
      ...exec,
      'dnsmasq',
      ...'--no-daemon --conf-file=/dev/null --no-resolv --no-hosts --port=0 --no-ping --user=root --group=root'.split(
        ' ',
      ),
      ...'--interface=eth0 --bind-interfaces --dhcp-authoritative --pid-file='.split(' '),
      '--dhcp-range=10.77.21.50,10.77.21.59,255.255.255.0,1h',
      `--dhcp-leasefile=${leases}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  try {
    // It prints its actions once it is ready.
    await once(server.stderr, 'data');
    // The client's own script would rewrite the computer's resolver.
    const hook = join(folder.path, 'hook');
    writeFileSync(hook, '#!/bin/sh\nexit 0\n');
    chmodSync(hook, 0o755);
    const words = ['udhcpc', '-i', 'eth0', '-n', '-q', '-t', '10', '-T', '1', '-s', hook];
    const client = spawnSync(ip, [...hosts.throughHeadset.slice(1), ...words], { encoding: 'utf8' });
    if (client.status !== 0) throw new Error(`udhcpc: ${client.stderr}`);

    expect(existsSync(leases)).toBe(true);
    const table = await readLeaseFile('dnsmasq-file', leases, Date.now());
    expect([...table.values()]).toEqual([STORED]);
    expect([...table.keys()][0]).toMatch(/^10\.77\.21\.5\d$/);
  } finally {
    server.kill('SIGKILL');
  }
});
