import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';

import type { NetworkChecks } from '../../shared/contract/network/network-checks.ts';
import type { NetworkCheck } from '../../shared/contract/network/network-findings.ts';
import { LanRig } from '../support/lan-rig.ts';
import { type ServedStation, serveStation } from '../support/served-station.ts';
import { aFolder } from '../support/temp-folder.ts';
import { longTest, shortTest as test } from '../support/long.ts';

const LOOK = join(import.meta.dirname, '..', '..', 'main', 'mdns', 'scan.ts');
const FINDER = join(import.meta.dirname, '..', '..', 'main', 'agent', 'station', 'discovery.ts');
const SIMULATE = join(import.meta.dirname, '..', '..', 'main', 'cli', 'simulate.ts');
const obstacle = LanRig.obstacle();
const hasNft = spawnSync('nft', ['--version']).status === 0;

/** Stations of a test by host; all end with it. */
class Stations implements AsyncDisposable {
  readonly #rig: LanRig;
  readonly #running = new Set<ServedStation>();

  constructor(rig: LanRig) {
    this.#rig = rig;
  }

  async serve(host: string, folder: string, ...flags: readonly string[]): Promise<ServedStation> {
    const station = await serveStation(folder, ['--lan', ...flags], this.#rig.through(host));
    this.#running.add(station);
    return station;
  }

  async stop(station: ServedStation): Promise<void> {
    this.#running.delete(station);
    await station.stop();
  }

  /** Returns the current findings of its network checks. */
  examine(
    host: string,
    { url, token }: ServedStation,
  ): (id: NetworkCheck) => NetworkChecks['checks'][number] | undefined {
    const requested = { method: 'POST', url: `${url}/station/network/checks`, token };
    const { checks } = this.#rig.ask(host, requested) as NetworkChecks;
    return (id) => checks.find((each) => each.id === id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running].map((station) => station.kill()));
  }
}

type Seen = {
  readonly id: string;
  readonly address: string;
  readonly addresses: string[];
  readonly port: number;
};

/** Returns the stations that a headset finds in one scan. */
function scanFrom(rig: LanRig, host: string): Seen[] {
  const script = `
    const { scanForStations } = await import(process.argv[1]);
    const place = { address: process.argv[2], port: 5353 };
    const options = { ms: 1500, signal: new AbortController().signal, disturbed: () => undefined };
    console.log(JSON.stringify((await scanForStations(place, options)).stations));`;
  const words = ['--input-type=module', '-e', script, LOOK, rig.addressOf(host)];
  return JSON.parse(rig.run(host, process.execPath, ...words)) as Seen[];
}

/** Scans until the station is found: it advertises itself a moment after it is ready. */
function seenFrom(rig: LanRig, host: string, { enterpriseId }: ServedStation): Seen | undefined {
  for (let tries = 0; tries < 8; tries += 1) {
    const found = scanFrom(rig, host).find(({ id }) => id === enterpriseId);
    if (found !== undefined) return found;
  }
  return undefined;
}

longTest(
  'two stations and a headset on one switch without a default route find each other, and say so',
  async ({ skip }) => {
    if (obstacle !== undefined) return skip(obstacle);
    using folder = aFolder();
    using otherFolder = aFolder();
    await using rig = new LanRig(['st', 'st2', 'hs']);
    await using stations = new Stations(rig);
    const station = await stations.serve('st', folder.path);
    const other = await stations.serve('st2', otherFolder.path);

    expect(seenFrom(rig, 'hs', station)).toMatchObject({
      address: rig.addressOf('st'),
      addresses: [rig.addressOf('st')],
      port: 7_443,
    });
    expect(seenFrom(rig, 'hs', other)).toMatchObject({ address: rig.addressOf('st2') });

    const found = stations.examine('st', station);
    expect(found('listener')).toMatchObject({
      finding: 'LISTENER_ON',
      details: { addresses: [rig.addressOf('st')], port: 7_443 },
    });
    expect(found('port')).toMatchObject({ finding: 'PORT_OWN' });
    expect(found('interfaces')).toMatchObject({ finding: 'INTERFACES_UP', details: { up: ['eth0'] } });
    expect(found('addresses')).toMatchObject({ finding: 'ADDRESSES_PRIVATE' });
    expect(found('mdns')).toMatchObject({ finding: 'MDNS_HEARD' });
    expect(found('stations')).toMatchObject({
      finding: 'STATIONS_OTHERS',
      details: { stations: [{ id: other.enterpriseId, address: rig.addressOf('st2'), isCopy: false }] },
    });
    expect(found('isolation')).toMatchObject({
      finding: 'ISOLATION_NONE',
      details: { reached: [rig.addressOf('st2')] },
    });

    await stations.stop(other);
    expect(scanFrom(rig, 'hs').map(({ id }) => id)).toEqual([station.enterpriseId]);
    expect(stations.examine('st', station)('stations')).toMatchObject({ finding: 'STATIONS_ALONE' });
  },
);

longTest(
  'a station whose address changes is found at the new one, by a headset that kept searching',
  async ({ skip }) => {
    if (obstacle !== undefined) return skip(obstacle);
    using folder = aFolder();
    await using rig = new LanRig(['st', 'hs']);
    await using stations = new Stations(rig);
    // On chosen interfaces every address has its own listener.
    const station = await stations.serve('st', folder.path, '--lan-interface', 'eth0');
    const script = `
    const { StationFinder, FoundAddress } = await import(process.argv[1]);
    const finder = new StationFinder({ interfaceName: undefined });
    const signal = AbortSignal.timeout(120_000);
    const place = new FoundAddress(await finder.find({ id: process.argv[2] }, signal));
    console.log(place.url);
    void place.follow(finder, signal);
    const { url } = place;
    const timer = setInterval(() => { if (place.url !== url) { console.log(place.url); clearInterval(timer); } }, 100);`;
    const lines = rig.start('hs', script, FINDER, station.enterpriseId);
    expect((await lines.next()).value).toBe(`https://${rig.addressOf('st')}:7443`);

    // For a while another program holds the port at the new address.
    rig.run('st', 'sh', '-c', 'echo 1 > /proc/sys/net/ipv4/ip_nonlocal_bind');
    const listen = `require('node:net').createServer().listen(7443, '10.77.22.200', () => console.log('bound'))`;
    const other = rig.spawn('st', process.execPath, ['-e', listen]);
    await once(other.stdout, 'data');
    rig.ip('st', 'address', 'add', '10.77.22.200/24', 'dev', 'eth0');
    rig.ip('st', 'address', 'delete', `${rig.addressOf('st')}/24`, 'dev', 'eth0');
    // Deleting the first address also deletes those of its network.
    rig.ip('st', 'address', 'replace', '10.77.22.200/24', 'dev', 'eth0');
    const addresses = (): unknown => stations.examine('st', station)('listener')?.details['addresses'];
    await expect.poll(addresses).toEqual(['10.77.22.200']);
    other.kill('SIGKILL');
    expect((await lines.next()).value).toBe('https://10.77.22.200:7443');
    expect(stations.examine('st', station)('mdns')).toMatchObject({
      finding: 'MDNS_HEARD',
      details: { networks: [{ address: '10.77.22.200', isReceived: true }] },
    });

    rig.ip('st', 'address', 'flush', 'dev', 'eth0');
    expect(stations.examine('st', station)('interfaces')).toMatchObject({
      finding: 'INTERFACE_CHOSEN_MISSING',
    });
  },
);

longTest('a copy of the data folder on another computer is reported as a copy on both', async ({ skip }) => {
  if (obstacle !== undefined) return skip(obstacle);
  using folder = aFolder();
  using copyFolder = aFolder();
  await using rig = new LanRig(['st', 'st2']);
  await using stations = new Stations(rig);
  const first = await stations.serve('st', folder.path);
  await stations.stop(first);
  cpSync(folder.path, copyFolder.path, { recursive: true });
  const station = await stations.serve('st', folder.path);
  const copy = await stations.serve('st2', copyFolder.path);
  for (const [host, one, otherHost] of [
    ['st', station, 'st2'],
    ['st2', copy, 'st'],
  ] as const) {
    expect(stations.examine(host, one)('stations')).toMatchObject({
      finding: 'STATIONS_COPY',
      status: 'problem',
      details: { stations: [{ id: one.enterpriseId, address: rig.addressOf(otherHost), isCopy: true }] },
    });
  }
});

test('if another program holds port 5353 the station starts, and names it', async ({ skip }) => {
  if (obstacle !== undefined) return skip(obstacle);
  using folder = aFolder();
  await using rig = new LanRig(['st']);
  await using stations = new Stations(rig);
  const script = `
    const socket = (await import('node:dgram')).createSocket({ type: 'udp4', reuseAddr: false });
    socket.bind({ port: 5353, exclusive: true }, () => console.log('bound'));`;
  await rig.start('st', script).next();
  const station = await stations.serve('st', folder.path);
  expect(stations.examine('st', station)('mdns')).toMatchObject({
    finding: 'MDNS_PORT_TAKEN',
    status: 'problem',
    details: { port: 5_353, program: expect.stringMatching(/node|MainThread/) as string },
  });
});

test('if the listener is off and its port is in use, that is reported before anybody turns it on', async ({
  skip,
}) => {
  if (obstacle !== undefined) return skip(obstacle);
  using folder = aFolder();
  await using rig = new LanRig(['st']);
  const script = `(await import('node:net')).createServer().listen(7443, () => console.log('bound'));`;
  await rig.start('st', script).next();
  const station = await serveStation(folder.path, [], rig.through('st'));
  try {
    const requested = { method: 'GET', url: `${station.url}/station/network/checks`, token: station.token };
    const { checks } = rig.ask('st', requested) as NetworkChecks;
    expect(checks.find(({ id }) => id === 'port')).toMatchObject({
      finding: 'PORT_TAKEN',
      todo: 'FREE_PORT',
      details: { port: 7_443, pid: expect.any(Number) as number },
    });
  } finally {
    await station.kill();
  }
});

test('a network that isolates its clients, and a firewall that drops multicast, are detected', async ({
  skip,
}) => {
  if (obstacle !== undefined) return skip(obstacle);
  if (!hasNft) return skip('nft is not installed: apt-get install nftables');
  using folder = aFolder();
  using otherFolder = aFolder();
  await using rig = new LanRig(['st', 'st2']);
  await using stations = new Stations(rig);
  const station = await stations.serve('st', folder.path);
  const other = await stations.serve('st2', otherFolder.path);
  expect(seenFrom(rig, 'st', other)).toBeDefined();

  rig.run(
    'st2',
    'nft',
    'add table inet filter; add chain inet filter input { type filter hook input priority 0; }',
  );
  rig.run('st2', 'nft', 'add rule inet filter input iifname eth0 meta l4proto tcp drop');
  expect(stations.examine('st', station)('isolation')).toMatchObject({
    finding: 'ISOLATION_SUSPECTED',
    status: 'warning',
    todo: 'ALLOW_CLIENT_TRAFFIC',
    details: { reached: [], silent: [rig.addressOf('st2')] },
  });

  rig.run(
    'st',
    'nft',
    'add table inet filter; add chain inet filter input { type filter hook input priority 0; }',
  );
  rig.run('st', 'nft', 'add rule inet filter input udp dport 5353 drop');
  expect(stations.examine('st', station)('mdns')).toMatchObject({
    finding: 'MDNS_NOT_HEARD',
    status: 'problem',
    todo: 'ALLOW_MULTICAST',
  });
});

test('simulated headsets find this computer’s station and use its local network with its key pinned', async ({
  skip,
}) => {
  if (obstacle !== undefined) return skip(obstacle);
  using folder = aFolder();
  await using rig = new LanRig(['st']);
  await using stations = new Stations(rig);
  await stations.serve('st', folder.path);
  const flags = ['--data', folder.path, '--discover', '--count', '2', '--heartbeat-ms', '1000', '--json'];
  const { stdout } = rig.spawn('st', process.execPath, [SIMULATE, ...flags], { isQuiet: true });
  for await (const line of createInterface(stdout))
    if ((JSON.parse(line) as { ready: number }).ready === 2) break;
  const connected = rig.run('st', 'ss', '-Htn', 'state', 'established', 'dport', '=', ':7443');
  expect(connected).toContain(`${rig.addressOf('st')}:7443`);
});
