/** How long a code is valid: as long as a person needs with some headsets, too short for guessing. */
export const CODE_LIFE_MS = 15 * 60 * 1_000;

/**
 * Returns true for a valid code. One that would be valid longer than any new one is expired: the clock was set back
 * since.
 */
export function isLive(expiresAtMs: number, nowMs: number): boolean {
  return expiresAtMs > nowMs && expiresAtMs <= nowMs + CODE_LIFE_MS;
}
