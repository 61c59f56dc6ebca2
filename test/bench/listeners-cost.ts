import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { Client } from 'undici';

import { StationClient, systemClock } from '../../main/simulator/index.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import type { ListenOrder, ListenReport } from './listeners.ts';
import { aFolder, startStation, stopProcess } from './processes.ts';
import { median, type Result } from './result.ts';

const LISTENERS = 100;
const CHANGES = 200;
const ROUNDS = 3;
const MAX_MS = 3;
/** Clock ticks per second in /proc. Source: Linux `USER_HZ`. */
const TICKS_PER_SECOND = 100;

/**
 * Measures the CPU time of the whole service for one change that 100 readers receive, on disk before it is published.
 */
export async function listenersCost(): Promise<Result> {
  await using folder = await aFolder();
  await using station = await startStation(folder.path);
  const simulator = new StationClient(station.url, station.token, systemClock);
  const made = await simulator.call(createSlots, { body: { count: 1, labelPrefix: 'B-' } });
  const id = made.kind === 'answered' ? (made.reply.items[0]?.id ?? '') : '';
  await simulator.disconnect();
  const client = new Client(station.url);
  const headers = { authorization: `Bearer ${station.token}`, 'content-type': 'application/json' };
  const mark = 'one-change-';
  const change = async (index: number): Promise<void> => {
    const body = JSON.stringify({ label: `${mark}${index}` });
    const answer = await client.request({ method: 'PATCH', path: `/devices/${id}`, headers, body });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`A change was answered with ${answer.statusCode}`);
  };
  const costs: number[] = [];
  try {
    for (let round = -1; round < ROUNDS; round += 1) {
      const listeners = fork(fileURLToPath(new URL('listeners.ts', import.meta.url)));
      const received = async (): Promise<ListenReport> =>
        ((await once(listeners, 'message', { signal: AbortSignal.timeout(120_000) })) as [ListenReport])[0];
      const order: ListenOrder = {
        port: Number(new URL(station.url).port),
        path: '/station/updates',
        token: station.token,
        listeners: LISTENERS,
        mark,
        events: CHANGES,
      };
      listeners.send(order);
      await received();
      const done = received();
      const before = processorMs(station.pid);
      for (let index = 0; index < CHANGES; index += 1) await change(round * CHANGES + CHANGES + index);
      await done;
      if (round >= 0) costs.push((processorMs(station.pid) - before) / CHANGES);
      await stopProcess(listeners);
    }
    return {
      name: 'listeners',
      ratio: median(costs) / MAX_MS,
      bar: { limit: 1, is: 'at-most' },
      detail: `${median(costs).toFixed(2)} ms of processor for one change to ${LISTENERS} listeners, bar ${MAX_MS} ms`,
    };
  } finally {
    await client.close();
  }
}

/** Returns the CPU time of a process, all threads, user and system. Linux only. */
function processorMs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
}
