import { setTimeout } from 'node:timers/promises';

import { Client } from 'undici';
import { z } from 'zod';

import { syncSchema } from '../../shared/contract/sync/sync.ts';
import { aFolder, startStation, startWatched, type StationProcess } from './processes.ts';
import type { Result } from './result.ts';
import { seedStore } from './seed-store.ts';
import { watchMemory } from './watch-memory.ts';

const DEVICES = 1_000;
const BULK_EDITS = 10;
/** Devices that get random edits of every kind, several times over. */
const EDITED = 250;
const ROUNDS = 4;
/** For 10,000 devices. */
const MAX_REQUESTS = 1_100;

/**
 * Ten bulk edits made offline on a thousand devices, and random edits of some: the number of requests until the central
 * has them, reads included, by the central's own count; the station's memory, and how long its event loop is blocked.
 */
export async function sync(): Promise<Result> {
  await using ourFolder = await aFolder();
  await using theirFolder = await aFolder();
  await seedStore(theirFolder.path, DEVICES, 'without events');
  await using station = await startWatched(ourFolder.path);
  const ours = new Api(station);
  const memory = watchMemory(station.pid);
  // Loading the station is not part of the measurement.
  await station.worstHold();
  const first = await startCentral(theirFolder.path, 0);
  const { url, token } = first;
  const port = Number(new URL(url).port);
  await ours.call('PUT', '/station/upstream', { url, token });
  const pulled = await ours.sync();
  if (pulled.linked !== DEVICES)
    throw new Error(`Only ${pulled.linked} devices came: ${JSON.stringify(pulled)}`);
  await first.kill();

  memory.end();
  const ids = await ours.ids();
  for (let edit = 0; edit < BULK_EDITS; edit += 1)
    await ours.call('PUT', '/devices/configure', { devicesId: ids, settings: bulkEdit(edit) });
  memory.begin();
  const bulk = await measure(ours, theirFolder.path, port);

  memory.end();
  let randomState = 1;
  const random = (below: number): number => {
    randomState = (randomState * 48_271) % 2_147_483_647;
    return randomState % below;
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const id of ids.slice(0, EDITED)) await ours.editAtRandom(id, random);
  }
  memory.begin();
  const single = await measure(ours, theirFolder.path, port);
  memory.end();
  const hold = await station.worstHold();
  const kinds = {
    configure: single.of('/configure'),
    metadata: single.of('/metadata/'),
    names: single.of('PATCH '),
  };
  const perKind = Math.max(...Object.values(kinds)) / EDITED;
  return {
    name: 'sync',
    ratio: bulk.total / MAX_REQUESTS,
    bar: { limit: 1, is: 'at-most' },
    limits: [
      { what: 'configure requests', value: bulk.of('/configure'), atMost: 10, unit: '' },
      { what: 'writes a kind and device', value: perKind, atMost: 1, unit: '' },
      { what: 'memory grows', value: memory.grownMib(), atMost: 200, unit: 'MiB' },
      { what: 'loop worked', value: hold.workedMs, atMost: 50, unit: 'ms' },
    ],
    detail: `${bulk.total} requests for ${BULK_EDITS} edits of ${DEVICES} devices in ${bulk.seconds.toFixed(1)} s, ${single.total} for random edits of ${EDITED} (${JSON.stringify(kinds)}), memory ${memory.mostMib().toFixed(0)} MiB at most`,
  };
}

function startCentral(folder: string, port: number): Promise<StationProcess> {
  return startStation(folder, port, ['--role', 'central']);
}

/** Restarts the central, syncs, and returns the cost by the central's count. */
async function measure(ours: Api, folder: string, port: number) {
  const central = await startCentral(folder, port);
  try {
    const theirs = new Api(central);
    // Its count begins with the first read.
    await theirs.requests();
    const startedAtMs = performance.now();
    const after = await ours.settled();
    const seconds = (performance.now() - startedAtMs) / 1_000;
    if (after.state !== 'upToDate' || after.waiting.desired > 0)
      throw new Error(`Sync did not get through: ${JSON.stringify(after)}`);
    const counts = await theirs.requests();
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const of = (part: string): number =>
      [...counts]
        .filter(([name]) => name.includes(part) && !name.startsWith('GET '))
        .reduce((sum, [, count]) => sum + count, 0);
    return { total, seconds, of };
  } finally {
    await central.kill();
  }
}

/** Each of the ten is another part of a profile. */
function bulkEdit(edit: number): object {
  const parts = [
    { volume: 20 + edit },
    { display: { brightness: 40 + edit } },
    { audio: { multimedia: edit } },
    { kioskMode: { isActive: false } },
    {
      applications: [
        { id: 'lab', packageName: 'com.example.lab', url: 'https://c.example/lab.apk', codeVersion: edit },
      ],
    },
  ];
  return parts[edit % parts.length] ?? {};
}

/** A station or a central as a program calls it. */
class Api {
  readonly #client: Client;
  readonly #headers: Record<string, string>;

  constructor({ url, token }: StationProcess) {
    this.#client = new Client(url, { headersTimeout: 0 });
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  }

  async call(method: 'GET' | 'PUT' | 'POST' | 'PATCH', path: string, body?: object): Promise<string> {
    const answer = await this.#client.request({
      method,
      path,
      headers: this.#headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200)
      throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
    return text;
  }

  async sync(): Promise<z.infer<typeof syncSchema>> {
    const text = await this.call('POST', '/station/sync/run', { waitSec: 120 });
    return syncSchema.parse(JSON.parse(text));
  }

  /** Waits until the central has everything, without requesting it: only the sync itself is measured. */
  async settled(): Promise<z.infer<typeof syncSchema>> {
    for (;;) {
      const view = syncSchema.parse(JSON.parse(await this.call('GET', '/station/sync')));
      const isComplete = view.waiting.desired === 0 && view.waiting.toRead === 0;
      if ((view.state === 'upToDate' && isComplete) || view.state === 'blocked') return view;
      await setTimeout(100);
    }
  }

  async ids(): Promise<string[]> {
    const ids: string[] = [];
    for (let page = 1; ; page += 1) {
      const { items } = pageSchema.parse(
        JSON.parse(await this.call('GET', `/devices?limit=100&page=${page}`)),
      );
      ids.push(...items.map(({ id }) => id));
      if (items.length < 100) return ids;
    }
  }

  async editAtRandom(id: string, random: (below: number) => number): Promise<void> {
    const value = random(100_000);
    await this.call('PUT', `/devices/${id}/configure`, {
      volume: value % 100,
      system: { locale: `l-${value}` },
    });
    await this.call('PATCH', `/devices/${id}`, { label: `Name ${value}` });
    await this.call('PUT', `/devices/${id}/metadata/bench`, { value });
  }

  /** Answered requests by method and operation, except streams and reads of this count. */
  async requests(): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for (const line of (await this.call('GET', '/metrics')).split('\n')) {
      const found =
        /^muster_http_request_duration_seconds_count\{method="(\w+)",operation="([^"]+)"[^}]*\} (\d+)/.exec(
          line,
        );
      const [, method = '', operation = '', count = '0'] = found ?? [];
      if (found === null || operation === '/metrics' || operation.endsWith('/updates')) continue;
      const name = `${method} ${operation}`;
      counts.set(name, (counts.get(name) ?? 0) + Number(count));
    }
    return counts;
  }
}

const pageSchema = z.object({ items: z.array(z.object({ id: z.string() })) });
