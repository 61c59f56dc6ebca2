import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import {
  Fleet,
  FoundPlace,
  recruitForPairing,
  recruitIntoFreeSlots,
  recruitIntoNewSlots,
  someFaults,
  StationClient,
  StationFinder,
  systemClock,
  USUAL_HABITS,
} from '../simulator/index.ts';
import type { FleetEvent, Office, Recruit, StationPlace } from '../simulator/index.ts';
import { MOST_CANDIDATES } from '../../shared/domain/pairing.ts';
import { getStation } from '../../shared/contract/station.ts';
import { readRunFile } from '../service/run-file.ts';
import { defaultDataFolder } from './data-folder.ts';

const HELP = `Usage: npm run simulate -- [flags]

Simulated headsets that enrol at a station and live there until Ctrl C.

  --station URL        the station (default: the one running on the data folder, else http://127.0.0.1:7440)
  --discover           the headsets find the station by mDNS and go to its local network over HTTPS, with its key pinned
  --lan-interface NAME where to look for it (default: every network)
  --count N            how many headsets, 1 to 5000 (default 30; with --code-from-slots: every free slot)
  --code-from-slots    type the codes of free slots; otherwise slots are made
  --lan-url URL        where the headsets reach the station over the local network, such as https://192.168.1.20:7443;
                       they hold it to the key that they see first. Slots and codes still come from --station
  --pair               the headsets have no token: they type codes, and have the station at --lan-url prove itself.
                       Up to 64 at a time
  --token-file FILE    file with an enterprise token; or the token itself in MUSTER_TOKEN.
                       A station on this computer needs neither
  --data DIR           data folder of the station on this computer
  --seed TEXT          the same seed makes the same headsets (default: others every time)
  --pace-ms MS         between two headsets that enrol (default 100)
  --heartbeat-ms MS    between two reports of a headset (default 30000)
  --duration-sec SEC   end after so long (default: at Ctrl C)
  --away-percent P     share of the time that a headset is out of reach, 0 to 90 (default 0)
  --bandwidth-mbit N   how fast contents come to each headset, in Mbit/s (default 160)
  --fetch-contents     really fetch the bytes of contents, and let them go; otherwise only their time passes
  --faulty-percent P   share of the headsets that answer commands never, late, twice or with garbage, of those that
                       fetch over a slow, lossy or corrupting link, and of downloads that break, 0 to 100 (default 0)
  --json               one line of JSON a second on standard output, and a final one
  --help               this text

Every flag is also an environment variable: --pace-ms is MUSTER_PACE_MS.
Exit codes: 0 ok, 1 failure, 2 bad usage.
`;

/** Wrong flags. The message is for the person who typed them. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

const DEFAULT_STATION = 'http://127.0.0.1:7440';
const DEFAULT_COUNT = 30;

function whole(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.int().min(min, message).max(max, message));
}

const flagSchema = z
  .union([z.boolean(), z.enum(['1', 'true', '0', 'false', ''])], 'must be 1 or 0')
  .transform((value) => value === true || value === '1' || value === 'true')
  .default(false);

const optionsSchema = z.object({
  station: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:7440' })
    .optional(),
  discover: flagSchema,
  'lan-interface': z.string().min(1, 'must not be empty').optional(),
  count: whole(1, 5_000).optional(),
  'code-from-slots': flagSchema,
  'lan-url': z
    .url({ protocol: /^https$/, error: 'must be an address such as https://192.168.1.20:7443' })
    .optional(),
  pair: flagSchema,
  'token-file': z.string().optional(),
  data: z.string().optional(),
  seed: z.string().min(1, 'must not be empty').optional(),
  'pace-ms': whole(0, 600_000).default(100),
  'heartbeat-ms': whole(100, 86_400_000).default(30_000),
  'duration-sec': whole(1, 31_536_000).optional(),
  'away-percent': whole(0, 90).default(0),
  'bandwidth-mbit': whole(1, 100_000).default(160),
  'fetch-contents': flagSchema,
  'faulty-percent': whole(0, 100).default(0),
  json: flagSchema,
});
type Options = z.infer<typeof optionsSchema>;

const FLAGS = {
  station: { type: 'string' },
  discover: { type: 'boolean' },
  'lan-interface': { type: 'string' },
  count: { type: 'string' },
  'code-from-slots': { type: 'boolean' },
  'lan-url': { type: 'string' },
  pair: { type: 'boolean' },
  'token-file': { type: 'string' },
  data: { type: 'string' },
  seed: { type: 'string' },
  'pace-ms': { type: 'string' },
  'heartbeat-ms': { type: 'string' },
  'duration-sec': { type: 'string' },
  'away-percent': { type: 'string' },
  'bandwidth-mbit': { type: 'string' },
  'fetch-contents': { type: 'boolean' },
  'faulty-percent': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** Null when help was asked for. */
function readOptions(args: string[], env: NodeJS.ProcessEnv): Options | null {
  const values = readFlags(args);
  if (values['help'] === true) return null;
  for (const name of Object.keys(optionsSchema.shape)) {
    const fromEnv = env[`MUSTER_${name.replaceAll('-', '_').toUpperCase()}`];
    if (values[name] === undefined && fromEnv !== undefined) values[name] = fromEnv;
  }
  const options = optionsSchema.safeParse(values);
  if (options.success) return withSense(options.data);
  const [issue] = options.error.issues;
  throw new UsageError(`--${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
}

/** @throws {UsageError} where flags do not go together. */
function withSense(options: Options): Options {
  if (options.pair && options['lan-url'] === undefined) throw new UsageError('--pair needs --lan-url');
  if (options.pair && (options.count ?? DEFAULT_COUNT) > MOST_CANDIDATES)
    throw new UsageError(`--count must be at most ${MOST_CANDIDATES} with --pair`);
  return options;
}

function readFlags(args: string[]): Record<string, unknown> {
  try {
    return { ...parseArgs({ args, options: FLAGS, strict: true, allowPositionals: false }).values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function isLoopback(url: string): boolean {
  const host = new URL(url).hostname.replaceAll(/[[\]]/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** @throws {UsageError} when no token can be found for the station. */
function findStation(options: Options, env: NodeJS.ProcessEnv): { url: string; token: string } {
  const file = readRunFile(options.data ?? defaultDataFolder());
  const url = (options.station ?? file?.url ?? DEFAULT_STATION).replace(/\/+$/, '');
  if (options['token-file'] !== undefined) return { url, token: readToken(options['token-file']) };
  const given = env['MUSTER_TOKEN'];
  if (given !== undefined && given !== '') return { url, token: given };
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

/** How long a station may take to be found. */
const FIND_MS = 30_000;

/**
 * Finds the station on the local network by the key that it told over the way by which it is administered, and follows it until
 * `end`. @throws {Error} when it is not there.
 */
async function discover(station: StationClient, options: Options, end: AbortSignal): Promise<StationPlace> {
  const told = await station.call(getStation, { body: {} });
  const fingerprint = told.kind === 'answered' ? told.reply.tlsFingerprint : null;
  if (fingerprint === null) throw new Error('The station is not on the local network: start it with --lan');
  const finder = new StationFinder({ interfaceName: options['lan-interface'] });
  end.addEventListener('abort', () => void finder.close());
  const found = await finder.find({ fingerprint }, AbortSignal.any([end, AbortSignal.timeout(FIND_MS)]));
  if (found === null) throw new Error('The station was not found by mDNS');
  const place = new FoundPlace(found);
  void place.follow(finder, end);
  process.stderr.write(`Found ${found.name} at ${found.url}\n`);
  return place;
}

/** Aborted at the first Ctrl C, or when the time is over. A second Ctrl C ends the process at once. */
function theEnd(): AbortController {
  const end = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (end.signal.aborted) process.exit(1);
      end.abort();
    });
  }
  return end;
}

/** Keeps who was ever ready and why others gave up. */
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

/** How each headset gets in. One that pairs is given no token, whatever there is. */
async function recruitsOf(
  options: Options,
  { office, count, lifeSec }: { office: Office; count: number; lifeSec: number },
): Promise<Recruit[]> {
  if (!options['code-from-slots']) {
    return options.pair ? recruitForPairing(office, count) : recruitIntoNewSlots(office, count, lifeSec);
  }
  const recruits = await recruitIntoFreeSlots(office, options.count ?? null, lifeSec);
  return options.pair ? recruits.map((recruit) => ({ ...recruit, enrolToken: '' })) : recruits;
}

async function makeFleet(
  options: Options,
  end: AbortSignal,
  account: Account,
): Promise<{ fleet: Fleet; seed: string }> {
  const { url, token } = findStation(options, process.env);
  const station = new StationClient(url, token, systemClock);
  end.addEventListener('abort', () => void station.disconnect());
  const office = { station, clock: systemClock, signal: end };
  const place = options.discover ? await discover(station, options, end) : { url };
  const seed = options.seed ?? randomBytes(6).toString('hex');
  const count = options.count ?? DEFAULT_COUNT;
  const paceMs = options['pace-ms'];
  const lifeSec = 3_600 + Math.ceil((2 * paceMs * 5_000) / 1_000);
  const recruits = await recruitsOf(options, { office, count, lifeSec });
  const habits = {
    ...USUAL_HABITS,
    awayShare: options['away-percent'] / 100,
    bandwidthBytesPerSec: (options['bandwidth-mbit'] * 1_000_000) / 8,
    fetchesContents: options['fetch-contents'],
  };
  const faults = someFaults(seed, options['faulty-percent'] / 100);
  const lanUrl = options['lan-url']?.replace(/\/+$/, '');
  const lan = lanUrl === undefined ? {} : { lan: { pairs: options.pair } };
  const fleet = new Fleet({
    url: lanUrl ?? place,
    seed,
    members: recruits.map((recruit) => ({ ...recruit, ...lan, habits, faults: faults() })),
    paceMs,
    heartbeatMs: options['heartbeat-ms'],
    clock: systemClock,
    observe: (event) => account.note(event),
  });
  const where = lanUrl ?? place.url;
  process.stderr.write(`${recruits.length} headsets for ${where}, seed ${seed}. Ctrl C ends them.\n`);
  return { fleet, seed };
}

function inWords(fleet: Fleet): string {
  const { waiting, enrolling, enrolled, ready, away, refused } = fleet.counts();
  const { acknowledged, recorded } = fleet.totals();
  return [
    `${ready} of ${fleet.headsets.length} ready`,
    `${waiting + enrolling} to come, ${enrolled} enrolled, ${away} away, ${refused} refused`,
    `${acknowledged} of ${recorded} events acknowledged`,
  ].join('; ');
}

/** Says once a second how things stand; in words only when that changed. Call the answer to end it. */
function startSaying(fleet: Fleet, asJson: boolean): () => void {
  let last = '';
  const timer = setInterval(() => {
    if (asJson) {
      writeJson({ event: 'progress', ...fleet.counts(), events: fleet.totals() });
      return;
    }
    const words = inWords(fleet);
    if (words !== last) process.stderr.write(`${words}\n`);
    last = words;
  }, 1_000);
  return () => clearInterval(timer);
}

function writeJson(line: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function simulate(options: Options): Promise<number> {
  const end = theEnd();
  const account = new Account();
  const made = await makeFleet(options, end.signal, account).catch((error: unknown) => {
    // What was under way when Ctrl C came did not fail.
    if (end.signal.aborted) return null;
    throw error;
  });
  if (made === null) return 0;
  const { fleet, seed } = made;
  const stopSaying = startSaying(fleet, options.json);
  const lives = fleet.run();
  const durationMs = (options['duration-sec'] ?? 0) * 1_000;
  const timeIsOver = new AbortController();
  const over = AbortSignal.any([end.signal, timeIsOver.signal]);
  const timer = durationMs > 0 ? setTimeout(() => timeIsOver.abort(), durationMs) : undefined;
  const ended = new Promise<void>((resolve) => {
    if (over.aborted) resolve();
    over.addEventListener('abort', () => resolve());
  });
  await Promise.race([lives, ended]);
  const counts = fleet.counts();
  const words = inWords(fleet);
  clearTimeout(timer);
  stopSaying();
  await fleet.stop();
  const wasReady = account.ready.size;
  const refusals = Object.fromEntries(account.refusals);
  if (options.json)
    writeJson({ event: 'finished', seed, ...counts, wasReady, refusals, events: fleet.totals() });
  else process.stdout.write(`${words}. Seed ${seed}.\n`);
  // Whoever ends it by hand has seen enough; otherwise every headset must have been ready once.
  return end.signal.aborted || wasReady === fleet.headsets.length ? 0 : 1;
}

async function main(): Promise<number> {
  try {
    const options = readOptions(process.argv.slice(2), process.env);
    if (options !== null) return await simulate(options);
    process.stdout.write(HELP);
    return 0;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof UsageError) {
      process.stderr.write(`${message}\nSee --help.\n`);
      return 2;
    }
    process.stderr.write(`${message}\n`);
    return 1;
  }
}

// The station's idle connections would keep the process alive for a few seconds more.
process.exit(await main());
