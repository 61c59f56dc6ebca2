/** Observations of the computer's clock. Until `holdUntilMs` nothing is deleted by age. */
export type ClockSeen = {
  readonly seenAtMs: number;
  readonly holdUntilMs: number;
  readonly jump: 'forward' | 'back' | null;
};

const DAY_MS = 86_400_000;

/** A clock further ahead than this was set forward; a station that was in a cupboard looks the same. */
export const FORWARD_JUMP_MS = 7 * DAY_MS;
/** A clock further back than this was set back. */
export const BACKWARD_JUMP_MS = DAY_MS;
/** How long nothing is deleted after a jump: time to notice the warning and correct the clock. */
export const HOLD_MS = 3 * DAY_MS;

/**
 * Returns the observation for `nowMs`. `passedMs` is the time that a monotonic clock counted since the last one; 0
 * after a start, when it is unknown.
 */
export function observeClock(seen: ClockSeen | undefined, nowMs: number, passedMs: number): ClockSeen {
  if (seen === undefined) return { seenAtMs: nowMs, holdUntilMs: nowMs, jump: null };
  const expectedMs = seen.seenAtMs + passedMs;
  const jump =
    nowMs - expectedMs > FORWARD_JUMP_MS
      ? 'forward'
      : expectedMs - nowMs > BACKWARD_JUMP_MS
        ? 'back'
        : undefined;
  // Every jump starts over, so that a corrected clock does not leave a hold far in the future.
  if (jump !== undefined) return { seenAtMs: nowMs, holdUntilMs: nowMs + HOLD_MS, jump };
  const holdUntilMs = seen.jump === null ? nowMs : Math.min(seen.holdUntilMs, nowMs + HOLD_MS);
  return { seenAtMs: nowMs, holdUntilMs, jump: holdUntilMs > nowMs ? seen.jump : null };
}
