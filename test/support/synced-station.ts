import { setTimeout } from 'node:timers/promises';

import type { z } from 'zod';

import type { ServiceOptions } from '../../main/service/index.ts';
import {
  getSync,
  listSyncDevices,
  pauseSync,
  resumeSync,
  runSync,
  type Sync,
  type SyncDevice,
} from '../../shared/contract/sync/sync.ts';
import { setUpstream } from '../../shared/contract/sync/upstream.ts';
import { aStation, type TestStation } from './a-station.ts';

/** The central to sync with. */
type CentralToUse = { readonly url: string; readonly token: string };

/** Sets the central of a station and waits until sync is idle. */
export async function connect(
  station: TestStation,
  { url, token }: CentralToUse,
  more: Partial<z.input<typeof setUpstream.body>> = {},
): Promise<Sync> {
  await station.call(setUpstream, { body: { url, token, ...more } });
  return syncNow(station);
}

/** Starts a sync and waits until sync is idle. Whatever waits then must say what ends that. */
export async function syncNow(station: TestStation, body: z.input<typeof runSync.body> = {}): Promise<Sync> {
  let sync = (await station.call(runSync, { body: { waitSec: 30, ...body } })).body;
  // Another run may have started since, or this one takes longer.
  while (BUSY.has(sync.state)) {
    await setTimeout(50);
    sync = (await station.call(getSync)).body;
  }
  for (let tries = 1; ; tries += 1) {
    const silent = await unexplained(station);
    if (silent.length === 0) return sync;
    if (tries === MAX_TRIES) throw new Error(`Nothing says what ends this: ${JSON.stringify(silent)}`);
    await setTimeout(50);
  }
}

/**
 * Changes the central or the station between two runs: one that is under way would meet a part of the change. The next
 * one starts at once.
 */
export async function betweenRuns(station: TestStation, change: () => void | Promise<void>): Promise<void> {
  await station.call(pauseSync);
  await change();
  await station.call(resumeSync);
}

/** A run that starts in between may change it. */
const MAX_TRIES = 100;

/** Returns the devices that wait without a next attempt, a decision, a slot that comes first, or a person who must act. */
async function unexplained(station: TestStation): Promise<SyncDevice[]> {
  const query = { which: 'waiting', limit: '100' };
  const { items } = (await station.call(listSyncDevices, { query })).body;
  const { state, nextRunAt } = (await station.call(getSync)).body;
  const hasNextRun = nextRunAt !== null || BUSY.has(state);
  return items.filter(({ waits, conflicts, lifecycle, isAhead, isBehind, events }) => {
    if (waits === null) return lifecycle.length > 0 || isAhead || isBehind || events > 0;
    switch (waits.on) {
      case 'run':
        return !hasNextRun;
      case 'decision':
        return conflicts === 0;
      case 'slot':
        return !items.some(({ id, waits: first }) => id === waits.deviceId && first !== null);
      case 'person':
        return waits.code === null;
    }
  });
}

const BUSY: ReadonlySet<Sync['state']> = new Set(['connecting', 'pulling', 'pushing']);

/** A station and a real central that are not connected yet. */
export async function aPair(input: Partial<ServiceOptions> = {}): Promise<Pair> {
  const central = await aStation({ role: 'central', rateLimit: 0 });
  const station = await aStation({ rateLimit: 0, ...input });
  return {
    central,
    station,
    async [Symbol.asyncDispose]() {
      await station[Symbol.asyncDispose]();
      await central[Symbol.asyncDispose]();
    },
  };
}

type Pair = AsyncDisposable & { readonly central: TestStation; readonly station: TestStation };
