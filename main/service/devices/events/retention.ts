import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '../../kernel/kernel.ts';
import { firstRetainedDay } from './day.ts';
import type { EventStore } from './store.ts';

/**
 * A store pruned together with the events: deletes at most `limit` rows from before `day`, and returns false if none
 * are left.
 */
export type PrunableStore = Pick<EventStore, 'deleteBefore'>;

/** Rows deleted per transaction: a few milliseconds, so that no request waits long behind it. */
const SLICE = 500;
const PAUSE_MS = 20;
const INTERVAL_MS = 60 * 60 * 1_000;

/** Deletes what is older than the retention, slice by slice between requests. Returns the number of slices. */
export async function deleteOldEvents(
  core: Core,
  events: PrunableStore,
  signal: AbortSignal,
): Promise<number> {
  const day = firstRetainedDay(core.clock.now());
  let slices = 0;
  while (!signal.aborted && (await core.writer.run(() => events.deleteBefore(day, SLICE)))) {
    slices += 1;
    await sleep(PAUSE_MS, undefined, { ref: false });
  }
  return slices;
}

/** Deletes old rows from each store, unless the clock may be wrong, because deletion is final. */
export async function pruneOld(
  core: Core,
  stores: readonly PrunableStore[],
  { signal, isHolding }: { readonly signal: AbortSignal; readonly isHolding: () => boolean },
): Promise<void> {
  if (isHolding()) return;
  await Promise.all(stores.map((each) => deleteOldEvents(core, each, signal)));
}

/**
 * Starts the hourly retention job; it stops with the signal. A failed run is logged and retried the next hour; while
 * `isHolding` nothing is deleted.
 */
export function startRetention(
  core: Core,
  stores: readonly PrunableStore[],
  rules: { readonly signal: AbortSignal; readonly isHolding: () => boolean },
): void {
  const { signal } = rules;
  const run = (): void => {
    pruneOld(core, stores, rules).catch((error: unknown) => {
      if (!signal.aborted)
        core.log.warn({ err: error }, 'old events could not be deleted; trying again in an hour');
    });
  };
  const first = setTimeout(run, 30_000).unref();
  const timer = setInterval(run, INTERVAL_MS).unref();
  signal.addEventListener('abort', () => {
    clearTimeout(first);
    clearInterval(timer);
  });
}
