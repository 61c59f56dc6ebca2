/** How long a code can be typed. Source: design.md section 4, "Enrolment". */
export const CODE_LIFE_MS = 15 * 60 * 1_000;

/** A code that would live longer than any is given: the clock has been set back since. It is as dead as an old one. */
export function isLive(expiresAtMs: number, nowMs: number): boolean {
  return expiresAtMs > nowMs && expiresAtMs <= nowMs + CODE_LIFE_MS;
}
