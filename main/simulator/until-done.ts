import { retryDelayMs } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { Random } from './random.ts';
import type { Outcome, Refusal } from './station-client.ts';

/** While what, and with what, an attempt is repeated; `refused` hears of the refusal that ends it. */
export type Trying = Readonly<{
  signal: AbortSignal;
  clock: Clock;
  random: Random;
  refused: (refusal: Refusal) => void;
}>;

/** Repeats `attempt` with growing waits while the station puts it off; ends when it answers null, is refused, or `signal` is aborted. */
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
