/**
 * Returns the delay before attempt `attempt`, counted from 0, in ms. Source: the API documentation, client rules: min(30000,
 * 500·2^n) plus up to 250.
 */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  return Math.min(30_000, 500 * 2 ** Math.min(attempt, 16)) + Math.floor(random() * 251);
}
