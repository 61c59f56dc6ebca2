import type { Random } from '../random.ts';

/** Returns the delay before attempt `attempt` + 1, in ms; the first is 0. Source: the API documentation, "Errors", rule 4. */
export function retryDelayMs(attempt: number, random: Random): number {
  return Math.min(30_000, 500 * 2 ** attempt) + random.integer(0, 250);
}
