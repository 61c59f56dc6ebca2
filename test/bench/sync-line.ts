import { setTimeout } from 'node:timers/promises';

import { Client } from 'undici';
import { z } from 'zod';

import { aFolder, startStation, type StationProcess } from './processes.ts';
import type { Result } from './result.ts';
import { seedStore } from './seed-store.ts';
import { slowLine, type SlowLine } from './slow-line.ts';
import { watchMemory } from './watch-memory.ts';

/** Three weeks without a connection: the work of a school, and the link over which it reconnects. */
const DEVICES = 300;
const PACKAGES = 120;
const EVENTS = 50_000;
const LINE = { bitsPerSec: 1_000_000, delayMs: 150 };
/** How long a station may take to send and receive three weeks, in s. */
const MAX_RETURN_SEC = 90;

/** An organisation that a new station downloads, under the default limit of a central. */
const FLEET = 10_000;
const MAX_PULL_REQUESTS = 60;
const MAX_PULL_SEC = 30;
const MAX_PULL_MIB = 100;

/** A station comes back after three weeks: seconds, bytes and requests until the central has everything. */
export async function syncReturn(): Promise<Result> {
  await using ourFolder = await aFolder();
  await using theirFolder = await aFolder();
  await seedStore(theirFolder.path, DEVICES, 'without events');
  await using central = await startStation(theirFolder.path, 0, ['--role', 'central']);
  await using station = await startStation(ourFolder.path);
  await using line = await slowLine(central.url, LINE);
  const [ours, theirs] = [new Api(station), new Api(central)];
  await ours.call('PUT', '/station/upstream', { url: central.url, token: central.token });
  await ours.settled();
  await ours.call('POST', '/station/sync/pause', {});
  await threeWeeks(ours, await ours.ids());
  line.isOpen = false;
  await ours.call('PUT', '/station/upstream', { url: line.url, token: central.token });
  const before = await theirs.requests();
  line.isOpen = true;
  const startedAtMs = performance.now();
  await ours.call('POST', '/station/sync/resume', {});
  await ours.settled();
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const requests = (await theirs.requests()) - before;
  const arrived = await theirs.events();
  if (arrived < EVENTS) throw new Error(`Only ${arrived} of ${EVENTS} events arrived`);
  return {
    name: 'sync-return',
    ratio: seconds / MAX_RETURN_SEC,
    bar: { limit: 1, is: 'at-most' },
    detail: `${seconds.toFixed(0)} s, ${inBytes(line)}, ${requests} requests for ${DEVICES} devices with ${PACKAGES} packages each, ${EVENTS} events and an edit of each, over 1 Mbit/s and 300 ms`,
  };
}

/**
 * A new station downloads a large organisation: requests, bytes and seconds until it is complete, and the memory used.
 */
export async function firstPull(): Promise<Result> {
  await using ourFolder = await aFolder();
  await using theirFolder = await aFolder();
  await seedStore(theirFolder.path, FLEET, 'without events');
  // The default limit of a central.
  await using central = await startStation(theirFolder.path, 0, ['--role', 'central', '--rate-limit', '600']);
  await using station = await startStation(ourFolder.path);
  await using line = await slowLine(central.url, { bitsPerSec: 0, delayMs: 0 });
  const ours = new Api(station);
  const memory = watchMemory(station.pid);
  const startedAtMs = performance.now();
  await ours.call('PUT', '/station/upstream', { url: line.url, token: central.token });
  const view = await ours.settled(({ linked }) => linked === FLEET);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const requests = await ours.requestsOfRuns();
  return {
    name: 'first-pull',
    ratio: requests / MAX_PULL_REQUESTS,
    bar: { limit: 1, is: 'at-most' },
    limits: [
      { what: 'time', value: seconds, atMost: MAX_PULL_SEC, unit: 's' },
      { what: 'memory grows', value: memory.grownMib(), atMost: MAX_PULL_MIB, unit: 'MiB' },
    ],
    detail: `${view.linked} devices in ${requests} requests and ${seconds.toFixed(0)} s, ${inBytes(line)}, at a central that allows 600 requests a minute`,
  };
}

function inBytes({ bytes }: SlowLine): string {
  const inMib = (count: number): string => `${(count / 1_048_576).toFixed(1)} MiB`;
  return `${inMib(bytes.up)} up, ${inMib(bytes.down)} down`;
}

/** Every headset reported and was edited; events arrived all the time. */
async function threeWeeks(ours: Api, ids: readonly string[]): Promise<void> {
  const perDevice = Math.ceil(EVENTS / ids.length);
  for (const [index, id] of ids.entries()) {
    const events = Array.from({ length: perDevice }, (_, number) => ({
      eventId: `e-${index}-${number}`,
      type: 'APP_STARTED',
      timestamp: Date.now() - (perDevice - number) * 60_000,
      payload: { packageName: `com.example.app${number % PACKAGES}`, durationSec: number * 7 },
    }));
    const installedPackages = Array.from({ length: PACKAGES }, (_, number) => ({
      packageName: `com.example.app${number}`,
      versionCode: 100 + ((number * 31 + index) % 50),
      versionName: `1.${(number + index) % 9}.0`,
    }));
    await ours.call('PUT', `/devices/${id}`, { events, installedPackages });
    await ours.call('PUT', `/devices/${id}/configure`, { volume: index % 100, display: { brightness: 40 } });
    await ours.call('PATCH', `/devices/${id}`, { label: `Room ${index}` });
  }
}

const syncSchema = z.object({
  state: z.string(),
  reason: z.unknown(),
  linked: z.int(),
  waiting: z.object({ desired: z.int(), lifecycle: z.int(), events: z.int(), toRead: z.int() }),
});
type Sync = z.infer<typeof syncSchema>;
const listSchema = z.object({ total: z.int(), items: z.array(z.object({ id: z.string() })) });
const runsSchema = z.object({
  items: z.array(z.object({ counts: z.object({ requests: z.int().optional() }) })),
});

/** A station or a central as a program calls it. */
class Api {
  readonly #client: Client;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ url, token }: StationProcess) {
    this.#client = new Client(url, { headersTimeout: 0 });
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  }

  async call(method: 'GET' | 'PUT' | 'POST' | 'PATCH', path: string, body?: object): Promise<string> {
    const sent = body === undefined ? null : JSON.stringify(body);
    const answer = await this.#client.request({ method, path, headers: this.#headers, body: sent });
    const text = await answer.body.text();
    if (answer.statusCode !== 200)
      throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
    return text;
  }

  async ids(): Promise<string[]> {
    const ids: string[] = [];
    for (let page = 1; ; page += 1) {
      const { items } = listSchema.parse(
        JSON.parse(await this.call('GET', `/devices?limit=100&page=${page}`)),
      );
      ids.push(...items.map(({ id }) => id));
      if (items.length < 100) return ids;
    }
  }

  /** Waits until both sides are equal, without a request to the central. */
  async settled(isComplete: (sync: Sync) => boolean = () => true): Promise<Sync> {
    for (;;) {
      const sync = syncSchema.parse(JSON.parse(await this.call('GET', '/station/sync')));
      const { desired, lifecycle, events, toRead } = sync.waiting;
      if (sync.state === 'blocked') throw new Error(JSON.stringify(sync));
      if (sync.state === 'upToDate' && desired + lifecycle + events + toRead === 0 && isComplete(sync))
        return sync;
      await setTimeout(100);
    }
  }

  /** Requests that this service has answered so far, except streams. */
  async requests(): Promise<number> {
    let count = 0;
    for (const line of (await this.call('GET', '/metrics')).split('\n')) {
      const found = /^muster_http_request_duration_seconds_count\{[^}]*operation="([^"]+)"[^}]*\} (\d+)/.exec(
        line,
      );
      const [, operation = '', seen = '0'] = found ?? [];
      if (found !== null && operation !== '/metrics' && !operation.endsWith('/updates'))
        count += Number(seen);
    }
    return count;
  }

  /** Requests of the runs so far, by the station's own count: asking the central would use up its limit. */
  async requestsOfRuns(): Promise<number> {
    const { items } = runsSchema.parse(JSON.parse(await this.call('GET', '/station/sync/runs?limit=100')));
    return items.reduce((sum, { counts }) => sum + (counts.requests ?? 0), 0);
  }

  /** Returns the number of events of the headsets that have arrived. */
  async events(): Promise<number> {
    let count = 0;
    for (const id of await this.ids()) {
      const path = `/devices/${id}/events?type=APP_STARTED&limit=1`;
      count += listSchema.pick({ total: true }).parse(JSON.parse(await this.call('GET', path))).total;
    }
    return count;
  }
}
