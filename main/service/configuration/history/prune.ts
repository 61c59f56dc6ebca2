import type { Core } from '../../kernel/kernel.ts';
import { startForgetting } from '../../kernel/retention.ts';
import type { ChangeStore } from '../../devices/index.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** How long the history is retained, in ms. */
const KEPT_MS = 30 * DAY_MS;
const MOST_KEPT = 10_000;
const FIRST_MS = 40_000;
const STEPS_AT_ONCE = 500;

/** Deletes a batch of changes older than 30 days or not among the newest 10,000. Returns whether there may be more. */
export function forgetSome(store: ChangeStore, nowMs: number): boolean {
  return store.forgetOld(nowMs - KEPT_MS, MOST_KEPT, STEPS_AT_ONCE);
}

/** Deletes old or excess changes, again and again. Returns a function that stops it. */
export function startForgettingChanges(core: Core, store: ChangeStore): () => void {
  const some = (): boolean => forgetSome(store, core.clock.now());
  return startForgetting(core, { what: 'old changes', firstMs: FIRST_MS, some });
}
