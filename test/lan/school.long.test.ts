import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

import { AVAHI_BROWSE } from '../support/avahi.ts';
import { LanStation } from '../support/lan-station.ts';
import { SchoolLan } from '../support/school-lan.ts';
import { serveStation } from '../support/served-station.ts';
import { aFolder } from '../support/temp-folder.ts';
import { SETTINGS_APK_FILE } from '../support/real-apks.ts';

const SIMULATE = join(import.meta.dirname, '..', '..', 'main', 'cli', 'simulate.ts');
const MEDDLER = join(import.meta.dirname, 'meddler.ts');
const MIKROTIK = join(import.meta.dirname, 'mikrotik-double.ts');
const MOVED_TO = '10.77.22.200';
const obstacle = SchoolLan.obstacle();

type Fetched = {
  readonly deviceId?: string;
  readonly verified: string[];
  readonly cuts: number;
  readonly badPieces: number;
};
type Reported = { readonly ready: number; readonly fetched?: readonly Fetched[] };

/** One simulated headset in its own process, somewhere on the network. */
class Walker {
  readonly host: string;
  readonly #reports = new EventEmitter();
  #report: Reported = { ready: 0 };
  #hasEnded = false;

  constructor({ rig }: SchoolLan, host: string, flags: readonly string[]) {
    this.host = host;
    const usual = ['--json', '--heartbeat-ms', '1000', '--fetch-contents', '--seed', `school-${host}`];
    const { stdout } = rig.spawn(host, process.execPath, [SIMULATE, ...usual, ...flags], { isQuiet: true });
    createInterface(stdout).on('line', (line) => {
      this.#report = JSON.parse(line) as Reported;
      this.#reports.emit('line');
    });
    stdout.on('close', () => {
      this.#hasEnded = true;
      this.#reports.emit('line');
    });
  }

  /** Bytes downloaded so far. */
  get fetched(): Fetched | undefined {
    return this.#report.fetched?.[0];
  }

  /** Waits until its report is as expected. */
  async until(isIt: (reported: Reported) => boolean): Promise<void> {
    while (!isIt(this.#report)) {
      if (this.#hasEnded) throw new Error(`The headset ${this.host} ended`);
      await once(this.#reports, 'line');
    }
  }

  untilReady(): Promise<void> {
    return this.until(({ ready }) => ready === 1);
  }

  untilCut(): Promise<void> {
    return this.until(({ fetched }) => (fetched?.[0]?.cuts ?? 0) > 0);
  }

  untilVerified(sha256: string): Promise<void> {
    return this.until(({ fetched }) => fetched?.[0]?.verified.includes(sha256) === true);
  }
}

type Resolved = {
  readonly id: string;
  readonly resolved?: { macAddress: string; source: string; ip: string };
};
type Deployed = {
  readonly settings: {
    readonly applications: readonly { readonly deployment: { readonly progress: number } }[];
  };
};

const isSome = (count: number): boolean => count > 0;

/** Waits until the station reports that a headset has its whole app. */
async function untilFetched(lan: LanStation, id: string): Promise<void> {
  for (;;) {
    const { settings } = await lan.ask<Deployed>(`/devices/${id}`);
    if (settings.applications.every(({ deployment }) => deployment.progress === 1)) return;
  }
}

test('in a school without internet five headsets find the station, pair, are known by their MAC addresses, download an app over bad connections and follow the station to another address', async ({
  skip,
}) => {
  if (obstacle !== undefined) return skip(obstacle);
  using folder = aFolder();
  await using school = new SchoolLan(5);
  const { rig, headsets, far } = school;

  const [station] = await Promise.all([
    serveStation(folder.path, ['--lan'], rig.through('st')),
    school.open(),
  ]);
  await using _ = { [Symbol.asyncDispose]: () => station.kill() };
  const lan = new LanStation(rig, 'st', station);
  const { tlsFingerprint: fingerprint } = await lan.ask<{ tlsFingerprint: string }>('/station');

  // Discovered, also with a desktop's own tools.
  const avahi = rig.spawn('pc', 'unshare', ['-m', 'sh', '-c', AVAHI_BROWSE], { isQuiet: true });
  let seen = '';
  avahi.stdout.on('data', (chunk: Buffer) => (seen += chunk.toString()));
  const closed = once(avahi, 'exit');

  // Enrolled over pinned HTTPS, with only a typed code each; on the one behind the router the URL is typed as well.
  const slots = { count: headsets.length + 1, labelPrefix: 'A-' };
  const { items } = await lan.ask<{ items: { id: string }[] }>('/station/slots', {
    method: 'POST',
    body: slots,
  });
  const ids = items.map(({ id }) => id);
  const codes = await lan.ask<{ code: number }[]>('/station/codes', {
    method: 'POST',
    body: { devicesId: ids },
  });
  const codeOf = (at: number): string => String(codes[at]?.code);
  const links = ['none', 'none', 'corrupting', 'slow', 'none'];
  const walkers = headsets.map(
    ({ host }, at) =>
      new Walker(school, host, [
        '--discover',
        '--codes',
        codeOf(at),
        ...(links[at] === 'none' ? [] : ['--link', links[at] ?? '']),
      ]),
  );
  const lanUrl = `https://${rig.addressOf('st')}:7443`;
  const atAddress = ['--lan-url', lanUrl, '--fingerprint', fingerprint, '--codes', codeOf(headsets.length)];
  const farWalker = new Walker(school, far.host, atAddress);
  await Promise.all([...walkers, farWalker].map((each) => each.untilReady()));
  await closed;
  const shortId = station.enterpriseId.slice(-6);
  const [found = ''] = seen.split('\n').filter((line) => line.startsWith('='));
  const received = [
    'eth0',
    'IPv4',
    `Muster\\032${shortId}`,
    '_muster._tcp',
    'local',
    `muster-${shortId}.local`,
  ];
  expect(found.split(';').slice(1, 9)).toEqual([...received, rig.addressOf('st'), '7443']);
  expect(found).toContain(`"id=${station.enterpriseId}"`);
  expect(found).toContain(`"fp=${fingerprint}"`);

  // Found by their MAC addresses: in the neighbour table, in the lease, and in a router.
  const router = { label: 'Router', url: `http://${rig.addressOf('rt')}:8080`, username: 'station' };
  const leases = { kind: 'dnsmasq-file', label: 'Leases', path: school.leaseFile };
  const resolve = (): Promise<Resolved[]> =>
    lan.ask('/station/resolve-mac', { method: 'POST', body: { devicesId: ids } });
  await lan.ask('/station/routers', { method: 'PUT', body: { items: [leases] } });
  const expected = (farSource: string) =>
    [...headsets, far].map(({ host, mac }, at) => ({
      id: ids[at],
      resolved: {
        macAddress: mac.toUpperCase(),
        ip: school.addressOf(host),
        source: host === far.host ? farSource : 'station',
      },
    }));
  expect(await resolve()).toMatchObject(expected('lease-file'));
  const double = rig.spawn('rt', process.execPath, [MIKROTIK, '8080', school.leaseFile]);
  await once(double.stdout, 'data');
  const mikrotik = { kind: 'mikrotik', ...router, password: 'pässword' };
  await lan.ask('/station/routers', { method: 'PUT', body: { items: [leases, mikrotik] } });
  expect(await resolve()).toMatchObject(expected('router-arp'));

  // Downloaded by all five, with one connection cut and one byte flipped.
  const [cut, flipped] = [school.addressOf('h1'), school.addressOf('h2')];
  const faults = JSON.stringify({ [`::ffff:${cut}`]: 'cut', [`::ffff:${flipped}`]: 'flip' });
  const meddler = rig.spawn('rt', process.execPath, [MEDDLER, '9443', rig.addressOf('st'), '7443', faults]);
  const meddled = createInterface(meddler.stdout)[Symbol.asyncIterator]();
  await meddled.next();
  const nat = 'add table ip nat; add chain ip nat output { type nat hook output priority -100; }';
  const rule = `add rule ip nat output tcp dport 7443 dnat to ${rig.addressOf('rt')}:9443`;
  for (const host of ['h1', 'h2']) rig.run(host, 'nft', `${nat}; ${rule}`);
  const add = async (file: string, query: string): Promise<{ sha256: string }> => {
    const path = `/station/library?${query}`;
    return (await lan.ask<{ item: { sha256: string } }>(path, { method: 'POST', file })).item;
  };
  const appUrl = 'https://content.example/settings.apk';
  const app = await add(SETTINGS_APK_FILE, `name=settings.apk&kind=application&sourceUrl=${appUrl}`);
  const five = ids.slice(0, headsets.length);
  const applications = [{ packageName: 'io.appium.settings', url: appUrl }];
  await lan.ask('/devices/configure', {
    method: 'PUT',
    body: { devicesId: five, settings: { applications } },
  });
  const doings = [(await meddled.next()).value, (await meddled.next()).value] as string[];
  expect(doings.map((line) => line.split(' ').slice(0, 2).join(' ')).toSorted()).toEqual([
    `cut ::ffff:${cut}`,
    `flip ::ffff:${flipped}`,
  ]);
  // Only then: without the rule the system drops redirected connections.
  await Promise.all(walkers.slice(0, 2).map((each) => each.untilCut()));
  for (const host of ['h1', 'h2']) rig.run(host, 'nft', 'flush ruleset');
  await walkers[2]?.untilVerified(app.sha256);

  // The station moves during the downloads; every headset returns, resumes, and has every byte right.
  rig.ip('st', 'address', 'flush', 'dev', 'eth0');
  rig.ip('st', 'address', 'add', `${MOVED_TO}/24`, 'dev', 'eth0');
  const back = (): string[] => {
    const connected = rig.run('st', 'ss', '-Htn', 'state', 'established', 'src', `${MOVED_TO}:7443`);
    return headsets.map(({ host }) => school.addressOf(host)).filter((ip) => connected.includes(`${ip}:`));
  };
  await expect.poll(back, { timeout: 120_000, interval: 1_000 }).toHaveLength(headsets.length);
  await Promise.all(walkers.map((each) => each.untilVerified(app.sha256)));
  await Promise.all(walkers.map((each) => each.untilReady()));
  for (const id of five) await untilFetched(lan, id);
  const [one, two, three] = walkers.map(({ fetched }) => fetched);
  expect([one, two, three]).toEqual([
    { deviceId: ids[0], verified: [app.sha256], cuts: expect.toSatisfy(isSome) as number, badPieces: 0 },
    { deviceId: ids[1], verified: [app.sha256], cuts: expect.toSatisfy(isSome) as number, badPieces: 0 },
    { deviceId: ids[2], verified: [app.sha256], cuts: 0, badPieces: expect.toSatisfy(isSome) as number },
  ]);
});
