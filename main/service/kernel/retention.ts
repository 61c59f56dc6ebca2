import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from './kernel.ts';

/** Time between two batches, so that others can write in between, in ms. */
const PAUSE_MS = 5;
const INTERVAL_MS = 60 * 60 * 1_000;

/** Something that is deleted by age, and when. */
export type Retention = {
  /** What could not be deleted, for the log. */
  readonly what: string;
  /** Time from the start to the first run; then every hour. */
  readonly firstMs: number;
  /** Deletes a batch, inside a transaction. Returns true while there may be more. */
  readonly some: () => boolean;
  /** Returns true while nothing may be deleted. */
  readonly isHolding?: () => boolean;
};

/** Deletes old rows batch by batch, repeatedly. Returns a function that stops it. */
export function startRetention(
  { writer, log }: Pick<Core, 'writer' | 'log'>,
  { what, firstMs, some, isHolding = () => false }: Retention,
): () => void {
  const end = new AbortController();
  const prune = async (): Promise<void> => {
    while (!end.signal.aborted && !isHolding() && (await writer.run(some)))
      await sleep(PAUSE_MS, undefined, { ref: false });
  };
  const run = (): void => {
    prune().catch((error: unknown) => {
      if (!end.signal.aborted) log.warn({ err: error }, `${what} could not be deleted; trying again`);
    });
  };
  const timer = setInterval(run, INTERVAL_MS).unref();
  const first = setTimeout(run, firstMs).unref();
  return () => {
    end.abort();
    clearInterval(timer);
    clearTimeout(first);
  };
}
