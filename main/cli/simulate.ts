import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

import {
  Fleet,
  FoundAddress,
  provisionForPairing,
  provisionFreeSlotsForPairing,
  provisionFreeSlots,
  provisionNewSlots,
  provisionWithCodes,
  someFaults,
  StationClient,
  StationFinder,
  systemClock,
  USUAL_HABITS,
  type FleetEvent,
  type AdminAccess,
  type Provisioned,
  type StationUrl,
} from '../simulator/index.ts';
import { getStation } from '../../shared/contract/operations/station.ts';
import { readRunFile } from '../service/run-file.ts';
import { defaultDataFolder } from './data-folder.ts';
import { endSignal, exitCodeOf, UsageError } from './flags.ts';
import {
  DEFAULT_COUNT,
  DEFAULT_STATION,
  HELP,
  type Options,
  readOptions,
} from './simulate/simulate-flags.ts';

function isLoopback(url: string): boolean {
  const host = new URL(url).hostname.replaceAll(/[[\]]/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** @throws {UsageError} if no token can be found for the station. */
function findStation(options: Options, env: NodeJS.ProcessEnv): { url: string; token: string } {
  const file = readRunFile(options.data ?? defaultDataFolder());
  const url = (options.station ?? file?.url ?? DEFAULT_STATION).replace(/\/+$/, '');
  if (options['token-file'] !== undefined) return { url, token: readToken(options['token-file']) };
  const input = env['MUSTER_TOKEN'];
  if (input !== undefined && input !== '') return { url, token: input };
  if (file !== undefined && isLoopback(url)) return { url, token: file.token };
  throw new UsageError(
    `No token for ${url}: give --token-file or MUSTER_TOKEN, or --data of a station that runs here`,
  );
}

function readToken(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`--token-file cannot be read: ${file}`, { cause: error });
  }
}

/** Time limit for finding a station, in ms. */
const FIND_MS = 30_000;

/** Returns the key that the station reports over its administration interface. @throws {Error} if it has none. */
async function keyOf(station: StationClient): Promise<string> {
  const received = await station.call(getStation, { body: {} });
  const fingerprint = received.kind === 'answered' ? received.reply.tlsFingerprint : null;
  if (fingerprint === null) throw new Error('The station is not on the local network: start it with --lan');
  return fingerprint;
}

/**
 * Finds the station on the local network, by its key if known, and follows it until `end`. @throws {Error} if it is
 * not there.
 */
async function discover(
  fingerprint: string | undefined,
  options: Options,
  end: AbortSignal,
): Promise<StationUrl> {
  const finder = new StationFinder({ interfaceName: options['lan-interface'] });
  end.addEventListener('abort', () => void finder.close());
  const wanted = fingerprint === undefined ? {} : { fingerprint };
  const found = await finder.find(wanted, AbortSignal.any([end, AbortSignal.timeout(FIND_MS)]));
  if (found === null) throw new Error('The station was not found by mDNS');
  const stationUrl = new FoundAddress(found);
  void stationUrl.follow(finder, end);
  process.stderr.write(`Found ${found.name} at ${found.url}\n`);
  return stationUrl;
}

/** Tracks which headsets were ever ready and why others gave up. */
class Account {
  readonly ready = new Set<number>();
  readonly refusals = new Map<string, number>();

  note(event: FleetEvent): void {
    if (event.type === 'ready') this.ready.add(event.index);
    if (event.type !== 'refused') return;
    const { code, message } = event.reason;
    const count = (this.refusals.get(code) ?? 0) + 1;
    this.refusals.set(code, count);
    if (count === 1) process.stderr.write(`A headset gave up: ${message} (${code})\n`);
  }
}

/** Returns how each headset enrols. One that pairs gets no token in any case. */
async function provisionedOf(
  options: Options,
  { admin, count, lifeSec }: { admin: AdminAccess; count: number; lifeSec: number },
): Promise<Provisioned[]> {
  if (!options['code-from-slots'])
    return options.pair ? provisionForPairing(admin, count) : provisionNewSlots(admin, count, lifeSec);
  const wanted = options.count ?? null;
  return options.pair
    ? provisionFreeSlotsForPairing(admin, wanted)
    : provisionFreeSlots(admin, wanted, lifeSec);
}

/** The URL for the headsets, and how each of them enrols. */
type StationAndSlots = { readonly stationUrl: StationUrl; readonly slots: readonly Provisioned[] };

/** Headsets that have only a code each: they find the station themselves. */
async function withCodes(
  codes: readonly number[],
  options: Options,
  end: AbortSignal,
): Promise<StationAndSlots> {
  const { fingerprint } = options;
  const url = options['lan-url'];
  const stationUrl =
    url === undefined ? await discover(fingerprint, options, end) : atAddress(url, fingerprint);
  return { stationUrl, slots: provisionWithCodes(codes) };
}

/** Headsets whose slots and codes are requested from the station with administrator access. */
async function withAdminAccess(options: Options, end: AbortSignal): Promise<StationAndSlots> {
  const { url, token } = findStation(options, process.env);
  const station = new StationClient(url, token, systemClock);
  end.addEventListener('abort', () => void station.disconnect());
  const admin = { station, clock: systemClock, signal: end };
  const lanUrl = options['lan-url'];
  const { fingerprint } = options;
  const stationUrl = options.discover
    ? await discover(fingerprint ?? (await keyOf(station)), options, end)
    : lanUrl === undefined
      ? { url }
      : atAddress(lanUrl, fingerprint);
  const count = options.count ?? DEFAULT_COUNT;
  const lifeSec = 3_600 + Math.ceil((2 * options['pace-ms'] * 5_000) / 1_000);
  return { stationUrl, slots: await provisionedOf(options, { admin, count, lifeSec }) };
}

function atAddress(url: string, fingerprint: string | undefined): StationUrl {
  return { url: url.replace(/\/+$/, ''), ...(fingerprint === undefined ? {} : { fingerprint }) };
}

async function makeFleet(
  options: Options,
  end: AbortSignal,
  account: Account,
): Promise<{ fleet: Fleet; seed: string }> {
  const { codes, link } = options;
  const { stationUrl, slots } =
    codes === undefined ? await withAdminAccess(options, end) : await withCodes(codes, options, end);
  const seed = options.seed ?? randomBytes(6).toString('hex');
  const habits = {
    ...USUAL_HABITS,
    awayShare: options['away-percent'] / 100,
    bandwidthBytesPerSec: (options['bandwidth-mbit'] * 1_000_000) / 8,
    fetchesContents: options['fetch-contents'],
  };
  const faults = someFaults(seed, options['faulty-percent'] / 100);
  const pairs = options.pair || codes !== undefined;
  // A development dependency with binaries: loaded on demand.
  const views = options.views ? { views: (await import('../simulator/views/index.ts')).openViews() } : {};
  const lan = pairs || options['lan-url'] !== undefined ? { lan: { pairs } } : {};
  const fleet = new Fleet({
    url: stationUrl,
    seed,
    members: slots.map((provisioned) => ({
      ...provisioned,
      ...lan,
      habits,
      faults: { ...faults(), ...(link === undefined ? {} : { link }) },
    })),
    paceMs: options['pace-ms'],
    heartbeatMs: options['heartbeat-ms'],
    clock: systemClock,
    ...views,
    observe: (event) => {
      account.note(event);
      if (event.type === 'enrolled' || event.type === 'refused') slots[event.index]?.settled?.();
    },
  });
  process.stderr.write(
    `${slots.length} headsets for ${stationUrl.url}, seed ${seed}. Press Ctrl C to stop.\n`,
  );
  return { fleet, seed };
}

function inText(fleet: Fleet): string {
  const { waiting, enrolling, enrolled, ready, away, refused } = fleet.counts();
  const { acknowledged, recorded } = fleet.totals();
  return [
    `${ready} of ${fleet.headsets.length} ready`,
    `${waiting + enrolling} to come, ${enrolled} enrolled, ${away} away, ${refused} refused`,
    `${acknowledged} of ${recorded} events acknowledged`,
  ].join('; ');
}

/** Returns the state for programs. `fetched` is present if bytes are really downloaded. */
function fleetStatus(fleet: Fleet): Record<string, unknown> {
  const fetched = fleet.fetched();
  return { ...fleet.counts(), events: fleet.totals(), ...(fetched.length === 0 ? {} : { fetched }) };
}

/** Prints the state once a second; as text only when it changed. Call the returned function to stop it. */
function startPrinting(fleet: Fleet, asJson: boolean): () => void {
  let last = '';
  const timer = setInterval(() => {
    if (asJson) {
      writeJson({ event: 'progress', ...fleetStatus(fleet) });
      return;
    }
    const text = inText(fleet);
    if (text !== last) process.stderr.write(`${text}\n`);
    last = text;
  }, 1_000);
  return () => clearInterval(timer);
}

function writeJson(line: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function simulate(options: Options): Promise<number> {
  const end = endSignal();
  const account = new Account();
  const created = await makeFleet(options, end, account).catch((error: unknown) => {
    // Requests interrupted by Ctrl C did not fail.
    if (end.aborted) return null;
    throw error;
  });
  if (created === null) return 0;
  const { fleet, seed } = created;
  const stopPrinting = startPrinting(fleet, options.json);
  const lives = fleet.run();
  const durationMs = (options['duration-sec'] ?? 0) * 1_000;
  const timeIsOver = new AbortController();
  const over = AbortSignal.any([end, timeIsOver.signal]);
  const timer = durationMs > 0 ? setTimeout(() => timeIsOver.abort(), durationMs) : undefined;
  const ended = new Promise<void>((resolve) => {
    if (over.aborted) resolve();
    over.addEventListener('abort', () => resolve());
  });
  await Promise.race([lives, ended]);
  const counts = fleet.counts();
  const text = inText(fleet);
  clearTimeout(timer);
  stopPrinting();
  await fleet.stop();
  const wasReady = account.ready.size;
  const refusals = Object.fromEntries(account.refusals);
  if (options.json)
    writeJson({ event: 'finished', seed, ...fleetStatus(fleet), ...counts, wasReady, refusals });
  else process.stdout.write(`${text}. Seed ${seed}.\n`);
  // Ending by hand is a success; otherwise every headset must have been ready once.
  return end.aborted || wasReady === fleet.headsets.length ? 0 : 1;
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options !== null) return simulate(options);
  process.stdout.write(HELP);
  return 0;
}

// The station's idle connections would keep the process alive for a few seconds more.
process.exit(await exitCodeOf(main));
