import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '../../core.ts';
import { firstKeptDay } from './day.ts';
import type { EventStore } from './store.ts';

/** What forgets with the events: deletes at most `limit` rows of before `day`, answering false when none are left. */
export type Forgetful = Pick<EventStore, 'deleteBefore'>;

/** Rows deleted in one transaction: a few milliseconds, so that no request waits long behind it. */
const SLICE = 500;
const PAUSE_MS = 20;
const EVERY_MS = 60 * 60 * 1_000;

/** Deletes what is older than the retention, slice by slice between requests; answers how many slices it took. */
export async function deleteOldEvents(core: Core, events: Forgetful, signal: AbortSignal): Promise<number> {
  const day = firstKeptDay(core.clock.now());
  let slices = 0;
  while (!signal.aborted && (await core.writer.run(() => events.deleteBefore(day, SLICE)))) {
    slices += 1;
    await sleep(PAUSE_MS, undefined, { ref: false });
  }
  return slices;
}

/** Starts the hourly retention job; it stops with `signal`. A failed run is logged and tried again the next hour. */
export function startRetention(core: Core, stores: readonly Forgetful[], signal: AbortSignal): void {
  const run = (): void => {
    for (const each of stores) {
      deleteOldEvents(core, each, signal).catch((error: unknown) => {
        if (!signal.aborted)
          core.log.warn({ err: error }, 'old events could not be deleted; trying again in an hour');
      });
    }
  };
  const first = setTimeout(run, 30_000).unref();
  const timer = setInterval(run, EVERY_MS).unref();
  signal.addEventListener('abort', () => {
    clearTimeout(first);
    clearInterval(timer);
  });
}
