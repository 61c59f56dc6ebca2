import { Client } from 'undici';
import { z } from 'zod';

import { aFolder, type Hold, startWatched } from './processes.ts';
import type { Result } from './result.ts';
import { seedStore } from './seed-store.ts';

const DEVICES = 10_000;
const BULK = 5_000;
const ROUNDS = 3;
const BAR_MS = 50;

type Request = Readonly<{ name: string; method: string; path: string; body?: unknown }>;

/**
 * Measures the longest time for which one request blocks the event loop at ten thousand devices, for the heaviest
 * request of every kind.
 */
export async function loop(): Promise<Result> {
  await using folder = await aFolder();
  await seedStore(folder.path, DEVICES, 'without events');
  await using station = await startWatched(folder.path);
  const client = new Client(station.url, { bodyTimeout: 120_000, headersTimeout: 120_000 });
  const call = async ({ method, path, body }: Omit<Request, 'name'>) => {
    const headers = { authorization: `Bearer ${station.token}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await client.request({ method, path, headers, ...sent });
    const chunks: Buffer[] = [];
    for await (const chunk of answer.body) chunks.push(chunk as Buffer);
    if (answer.statusCode !== 200)
      throw new Error(`${method} ${path} was answered with ${answer.statusCode}`);
    return Buffer.concat(chunks);
  };
  try {
    const ids = await allIds((path) => call({ method: 'GET', path }));
    const holds: (Hold & { name: string })[] = [];
    for (const request of requestsFor(ids)) {
      // The first of its kind includes loading and compiling.
      await call(request);
      await station.worstHold();
      for (let round = 0; round < ROUNDS; round += 1) await call(request);
      holds.push({ name: request.name, ...(await station.worstHold()) });
    }
    holds.sort((a, b) => b.heldMs - a.heldMs);
    const worst = holds
      .slice(0, 9)
      .map(({ name, heldMs, workedMs }) => `${name} ${heldMs.toFixed(0)} ms (worked ${workedMs.toFixed(0)})`);
    return {
      name: 'loop',
      ratio: (holds[0]?.heldMs ?? 0) / BAR_MS,
      bar: { limit: 1, is: 'at-most' },
      detail: `worst holds of ${holds.length} kinds of request at ${DEVICES} devices: ${worst.join(', ')}; bar ${BAR_MS} ms`,
    };
  } finally {
    await client.close();
  }
}

const pageSchema = z.object({ items: z.array(z.object({ id: z.string() })) });

async function allIds(get: (path: string) => Promise<Buffer>): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ids.length < DEVICES; page += 1) {
    const { items } = pageSchema.parse(JSON.parse((await get(`/devices?limit=100&page=${page}`)).toString()));
    ids.push(...items.map(({ id }) => id));
  }
  return ids;
}

/** The heaviest request of every kind. */
function requestsFor(ids: readonly string[]): Request[] {
  const devicesId = ids.slice(0, BULK);
  const [id = ''] = ids;
  const value = { note: 'x'.repeat(16_000) };
  const packages = Array.from({ length: 40 }, (_, index) => `com.example.lessons.application${index}`);
  const videos = Array.from({ length: 40 }, (_, index) => ({
    id: `video-${index}`,
    title: `Lesson ${index}`,
    url: `https://content.example/lessons/${index}.mp4`,
  }));
  return [
    { name: 'list', method: 'GET', path: '/devices?limit=100&page=100' },
    { name: 'device', method: 'GET', path: `/devices/${id}` },
    { name: 'lookup', method: 'POST', path: '/devices/lookup', body: { ids: ids.slice(0, 1_000) } },
    { name: 'patch of 5,000', method: 'PATCH', path: '/devices', body: { devicesId, label: 'Loop' } },
    {
      name: 'metadata of 5,000',
      method: 'PUT',
      path: '/devices/metadata/bench',
      body: { devicesId, value },
    },
    {
      name: 'configure of 5,000',
      method: 'PUT',
      path: '/devices/configure',
      body: { devicesId, settings: { packages } },
    },
    {
      name: 'commands queued for 5,000',
      method: 'PUT',
      path: '/devices/command',
      body: { devicesId, settings: { event: 'bench', message: { note: 'x' }, expiresInSec: 86_400 } },
    },
    {
      name: 'forced videos of 5,000',
      method: 'PATCH',
      path: '/devices/videos',
      body: { devicesId, videos, force: true },
    },
    { name: 'video everywhere', method: 'PUT', path: '/contents/videos/video-1', body: { title: 'New' } },
    { name: 'removal everywhere', method: 'DELETE', path: '/contents/video-2/all' },
    { name: 'fleet statistics', method: 'POST', path: '/devices/stats/fleet' },
    { name: 'application statistics', method: 'POST', path: '/devices/stats/apps' },
    { name: 'health statistics', method: 'POST', path: '/devices/stats/health' },
    { name: 'slots', method: 'POST', path: '/station/slots', body: { count: 500, labelPrefix: 'L-' } },
    { name: 'codes', method: 'POST', path: '/station/codes', body: { devicesId } },
    { name: 'backup', method: 'POST', path: '/station/backup' },
  ];
}
