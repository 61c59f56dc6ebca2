import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '../../core.ts';
import type { ChangeStore } from './store.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** How far back the history goes. */
const KEPT_MS = 30 * DAY_MS;
const MOST_KEPT = 10_000;
const EVERY_MS = 60 * 60 * 1_000;
const FIRST_MS = 40_000;
const PAUSE_MS = 5;
const STEPS_AT_ONCE = 500;

/** Forgets a part of what is older than 30 days or not among the newest 10,000; answers whether there may be more. */
export function forgetSome(store: ChangeStore, nowMs: number): boolean {
  return store.forgetOld(nowMs - KEPT_MS, MOST_KEPT, STEPS_AT_ONCE);
}

/** Forgets changes that are old or too many, part by part; answers how to stop. */
export function startForgetting({ writer, clock, log }: Core, store: ChangeStore): () => void {
  const end = new AbortController();
  const forget = async (): Promise<void> => {
    const some = (): boolean => forgetSome(store, clock.now());
    while (!end.signal.aborted && (await writer.run(some))) await sleep(PAUSE_MS, undefined, { ref: false });
  };
  const run = (): void => {
    forget().catch((error: unknown) => {
      if (!end.signal.aborted) log.warn({ err: error }, 'old changes could not be forgotten; trying again');
    });
  };
  const timer = setInterval(run, EVERY_MS).unref();
  const first = setTimeout(run, FIRST_MS).unref();
  return () => {
    end.abort();
    clearInterval(timer);
    clearTimeout(first);
  };
}
