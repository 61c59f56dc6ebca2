const MAX_MS = 30_000;
const FIRST_MS = 500;
const SPREAD_MS = 250;

/**
 * Returns how long to wait after attempt number `attempt` (from 0), in ms. `random` is 0 to 1. Source: the API documentation,
 * "Errors", rule 4.
 */
export function retryDelayMs(attempt: number, random: number): number {
  return Math.min(MAX_MS, FIRST_MS * 2 ** attempt) + Math.round(SPREAD_MS * random);
}
