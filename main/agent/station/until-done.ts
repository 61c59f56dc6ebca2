import { retryDelayMs } from './backoff.ts';
import type { Clock } from '../clock.ts';
import type { Random } from '../random.ts';
import type { Outcome, Refusal } from './station-client.ts';

/** Parameters of repeated attempts; `refused` is called with the final refusal. */
export type Trying = Readonly<{
  signal: AbortSignal;
  clock: Clock;
  random: Random;
  refused: (refusal: Refusal) => void;
}>;

/**
 * Repeats `attempt` with growing delays while the station postpones it; ends when it returns null, is refused, or
 * `signal` is aborted.
 */
export async function untilDone(
  { signal, clock, random, refused }: Trying,
  attempt: () => Promise<Outcome<unknown> | null>,
): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    const outcome = await attempt();
    if (outcome === null || signal.aborted) return;
    if (outcome.kind === 'refused') return refused(outcome);
    if (outcome.kind === 'answered') {
      failures = 0;
      continue;
    }
    const delayMs = Math.max(outcome.retryAfterMs, retryDelayMs(failures, random));
    failures += 1;
    await clock.wait(delayMs, signal);
  }
}
