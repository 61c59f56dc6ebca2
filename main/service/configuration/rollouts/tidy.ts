import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '../../kernel/kernel.ts';
import type { States } from '../../devices/registry/index.ts';
import type { PlanStore } from '../plan-store/plan-store.ts';

const INTERVAL_MS = 60 * 60 * 1_000;
const FIRST_MS = 45_000;
const PAUSE_MS = 5;
/** One at a time: a plan has up to thousands of rows. */
const PLANS_PER_BATCH = 1;
const STATES_PER_BATCH = 200;

/** Deletes expired plans, and states that are no longer needed. Returns a function that stops it. */
export function startTidying(core: Core, states: States, store: PlanStore): () => void {
  const end = new AbortController();
  const slices = async (remove: () => number, size: number): Promise<void> => {
    while (!end.signal.aborted && (await core.writer.run(remove)) === size) {
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  };
  const tidy = async (): Promise<void> => {
    const nowMs = core.clock.now();
    await slices(() => store.removeOld(nowMs, PLANS_PER_BATCH), PLANS_PER_BATCH);
    await slices(() => states.deleteUnused(nowMs, STATES_PER_BATCH), STATES_PER_BATCH);
  };
  const run = (): void => {
    tidy().catch((error: unknown) => {
      if (!end.signal.aborted) core.log.warn({ err: error }, 'old plans could not be removed; trying again');
    });
  };
  const timer = setInterval(run, INTERVAL_MS).unref();
  const first = setTimeout(run, FIRST_MS).unref();
  return () => {
    end.abort();
    clearInterval(timer);
    clearTimeout(first);
  };
}
