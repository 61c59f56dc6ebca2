import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from './kernel.ts';

/** Between two parts, so that others write in between. */
const PAUSE_MS = 5;
const EVERY_MS = 60 * 60 * 1_000;

/** What is forgotten by age, and when. */
export type Forgetting = {
  /** For the log: what could not be forgotten. */
  readonly what: string;
  /** The first time, so long after the start; then every hour. */
  readonly firstMs: number;
  /** Forgets a part, inside a transaction; true while there may be more. */
  readonly some: () => boolean;
  /** True while nothing is forgotten. */
  readonly isHolding?: () => boolean;
};

/** Forgets what is old, part by part, again and again; answers how to stop. */
export function startForgetting(
  { writer, log }: Pick<Core, 'writer' | 'log'>,
  { what, firstMs, some, isHolding = () => false }: Forgetting,
): () => void {
  const end = new AbortController();
  const forget = async (): Promise<void> => {
    while (!end.signal.aborted && !isHolding() && (await writer.run(some)))
      await sleep(PAUSE_MS, undefined, { ref: false });
  };
  const run = (): void => {
    forget().catch((error: unknown) => {
      if (!end.signal.aborted) log.warn({ err: error }, `${what} could not be forgotten; trying again`);
    });
  };
  const timer = setInterval(run, EVERY_MS).unref();
  const first = setTimeout(run, firstMs).unref();
  return () => {
    end.abort();
    clearInterval(timer);
    clearTimeout(first);
  };
}
