/** What is remembered of the computer's clock. While `holdUntilMs` lies ahead nothing is deleted for its age. */
export type ClockSeen = {
  readonly seenAtMs: number;
  readonly holdUntilMs: number;
  readonly leap: 'forward' | 'back' | null;
};

const DAY_MS = 86_400_000;

/** More than this beyond what can have passed is a clock that was set forward; a station in a cupboard looks the same. */
export const FORWARD_LEAP_MS = 7 * DAY_MS;
/** More than this behind what was seen is a clock that was set back. */
export const BACK_LEAP_MS = DAY_MS;
/** How long nothing is deleted after a leap: time for somebody to see the warning and to set the clock right. */
export const HOLD_MS = 3 * DAY_MS;

/**
 * What to remember once the clock says `nowMs`. `passedMs` is what a steady clock counted since the last look; 0 after a
 * start, when it cannot be known.
 */
export function observeClock(seen: ClockSeen | undefined, nowMs: number, passedMs: number): ClockSeen {
  if (seen === undefined) return { seenAtMs: nowMs, holdUntilMs: nowMs, leap: null };
  const expectedMs = seen.seenAtMs + passedMs;
  const leap =
    nowMs - expectedMs > FORWARD_LEAP_MS ? 'forward' : expectedMs - nowMs > BACK_LEAP_MS ? 'back' : undefined;
  // Every leap begins anew, so that a clock that is set right again does not leave a hold far in the future.
  if (leap !== undefined) return { seenAtMs: nowMs, holdUntilMs: nowMs + HOLD_MS, leap };
  const holdUntilMs = seen.leap === null ? nowMs : Math.min(seen.holdUntilMs, nowMs + HOLD_MS);
  return { seenAtMs: nowMs, holdUntilMs, leap: holdUntilMs > nowMs ? seen.leap : null };
}
