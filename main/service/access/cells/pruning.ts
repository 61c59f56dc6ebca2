import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '../../kernel/kernel.ts';
import { openSlowRemoval } from './leftovers.ts';

/** Rows deleted per transaction: few at first, then as many as take a few milliseconds, as requests wait behind them. */
const ROWS = { first: 50, least: 10, most: 500 } as const;
const SLICE_MS = 10;
/** Pause between two slices: at least this long, and longer where the disk is slow. */
const PAUSE_MS = 100;
/** How many times as long as the slice took. */
const PAUSE_FACTOR = 4;

/**
 * Deletes the history of organisations that have moved to another cell, slice by slice between requests. Returns a
 * function that stops it; the rest is deleted after the next start.
 */
export function startPruning(core: Core): () => Promise<void> {
  const stop = new AbortController();
  const removeSome = openSlowRemoval(core.db);
  let rows: number = ROWS.first;
  const removeSlice = (): boolean => {
    const beganMs = performance.now();
    const isMore = removeSome(rows);
    // On a disk that reads slowly the same rows take a hundred times as long.
    const fitting = (rows * SLICE_MS) / (performance.now() - beganMs);
    rows = Math.round(Math.min(ROWS.most, Math.max(ROWS.least, fitting)));
    return isMore;
  };
  const run = async (): Promise<void> => {
    let slices = 0;
    let beganMs = performance.now();
    while (!stop.signal.aborted && (await core.writer.run(removeSlice))) {
      slices += 1;
      const tookMs = performance.now() - beganMs;
      await sleep(Math.max(PAUSE_MS, PAUSE_FACTOR * tookMs), undefined, {
        ref: false,
        signal: stop.signal,
      });
      beganMs = performance.now();
    }
    if (slices > 0) core.log.info({ slices }, 'what organisations left that have moved is removed');
  };
  const running = run().catch((error: unknown) => {
    if (!stop.signal.aborted)
      core.log.warn({ err: error }, 'pruning broke off; the next start goes on with it');
  });
  return () => {
    stop.abort();
    return running;
  };
}
