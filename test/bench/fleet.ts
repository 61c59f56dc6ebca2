import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';

import { StationClient, systemClock } from '../../main/simulator/index.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import type { ListenOrder, ListenReport } from './listeners.ts';
import { aFolder, startStation, startUntilFirstLine, stopProcess } from './processes.ts';
import { median, type Result } from './result.ts';

const LISTENERS = 1_000;
const CHANGES = 400;
/** Maximum number of concurrent changes, so that they are not sent faster than they are answered. */
const CONCURRENCY = 8;
const ROUNDS = 3;
/** Marks the counted events. */
const MARK = 'benchmark-';

type Target = Readonly<{ port: number; token: string; path: string }>;
type Send = (pool: Pool, index: number) => Promise<unknown>;

/**
 * Measures the updates per second that a thousand readers of the fleet stream receive, against a bare server that
 * writes the same bytes.
 */
export async function fleet(): Promise<Result> {
  await using folder = await aFolder();
  await using station = await startStation(folder.path);
  const client = new StationClient(station.url, station.token, systemClock);
  const made = await client.call(createSlots, { body: { count: 1, labelPrefix: 'B-' } });
  const id = made.kind === 'answered' ? (made.reply.items[0]?.id ?? '') : '';
  await client.disconnect();
  const headers = { authorization: `Bearer ${station.token}`, 'content-type': 'application/json' };
  const ours: Target = {
    port: Number(new URL(station.url).port),
    token: station.token,
    path: '/station/updates',
  };
  const toOurs: Send = (pool, index) =>
    request(pool, {
      method: 'PATCH',
      path: `/devices/${id}`,
      headers,
      body: JSON.stringify({ label: label(index) }),
    });

  const script = fileURLToPath(new URL('baselines/bare-fleet.ts', import.meta.url));
  const { child, line } = await startUntilFirstLine([script]);
  const bare: Target = { port: Number(line), token: 'none', path: '/' };
  // The same bytes, with the event ids that ours has.
  const event = (index: number): string =>
    `id: ${Date.now()}000\nevent: device\ndata: ${JSON.stringify({ id, label: label(index) })}\n\n`;
  const toBare: Send = (pool, index) => request(pool, { method: 'PUT', path: '/', body: event(index) });
  try {
    const rounds: { ours: number; bare: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ ours: await eventsPerSecond(ours, toOurs), bare: await eventsPerSecond(bare, toBare) });
    }
    const typical = (name: 'ours' | 'bare') => Math.round(median(rounds.map((round) => round[name])));
    return {
      name: 'fleet',
      ratio: median(rounds.map((round) => round.ours / round.bare)),
      bar: { limit: 0.9, is: 'at-least' },
      detail: `ours ${typical('ours')} events/s, bare ${typical('bare')} events/s, ${LISTENERS} listeners, ${CHANGES} changes as fast as they go`,
    };
  } finally {
    await stopProcess(child);
  }
}

function label(index: number): string {
  return `${MARK}${String(index).padStart(6, '0')}`;
}

async function request(pool: Pool, options: Parameters<Pool['request']>[0]): Promise<void> {
  const { statusCode, body } = await pool.request(options);
  await body.dump();
  if (statusCode !== 200) throw new Error(`A change was answered with ${statusCode}`);
}

async function eventsPerSecond(target: Target, send: Send): Promise<number> {
  const listeners = fork(fileURLToPath(new URL('listeners.ts', import.meta.url)));
  const pool = new Pool(`http://127.0.0.1:${target.port}`, { connections: CONCURRENCY });
  try {
    const order: ListenOrder = { ...target, listeners: LISTENERS, mark: MARK, events: CHANGES };
    listeners.send(order);
    await received(listeners);
    const startedAtMs = Date.now();
    const done = received(listeners);
    let next = 0;
    const sender = async (): Promise<void> => {
      while (next < CHANGES) {
        const index = next;
        next += 1;
        await send(pool, index);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, sender));
    const report = await done;
    if (report.type !== 'done') throw new Error('The listeners were not done');
    return (LISTENERS * CHANGES * 1_000) / (report.atMs - startedAtMs);
  } finally {
    await pool.close();
    await stopProcess(listeners);
  }
}

async function received(listeners: ChildProcess): Promise<ListenReport> {
  const [report] = (await once(listeners, 'message', { signal: AbortSignal.timeout(120_000) })) as [
    ListenReport,
  ];
  return report;
}
