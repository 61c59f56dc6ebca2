import type { Core } from '../../kernel/kernel.ts';
import { startRetention } from '../../kernel/retention.ts';
import type { ChangeStore } from '../../devices/history/index.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** How long the history is retained, in ms. */
const RETENTION_MS = 30 * DAY_MS;
const MAX_RETAINED = 10_000;
const FIRST_MS = 40_000;
const STEPS_PER_BATCH = 500;

/** Deletes a batch of changes older than 30 days or not among the newest 10,000. Returns whether there may be more. */
export function pruneSome(store: ChangeStore, nowMs: number): boolean {
  return store.pruneOld(nowMs - RETENTION_MS, MAX_RETAINED, STEPS_PER_BATCH);
}

/** Deletes old or excess changes, again and again. Returns a function that stops it. */
export function startChangeRetention(core: Core, store: ChangeStore): () => void {
  const some = (): boolean => pruneSome(store, core.clock.now());
  return startRetention(core, { what: 'old changes', firstMs: FIRST_MS, some });
}
