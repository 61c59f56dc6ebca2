import type { StreamNumbers } from './stream-quality.ts';

/** Quality of reception at one end of a live view. */
export type ArrivalFacts = {
  readonly isConnected: boolean;
  readonly fps: number;
  readonly bitrateKbps: number;
  /** Share of lost packets, 0 to 1. */
  readonly lostShare: number;
  readonly roundTripMs: number | null;
};

/** How long reception must be worse than agreed before a step down, and good before a step up. */
export const STEP_DOWN_MS = 5_000;
export const STEP_UP_MS = 10_000;
/** After a step up that failed, the next one takes longer, up to this. */
const MAX_STEP_UP_MS = 80_000;
/** Right after a step the measurements are still those from before. */
const SETTLING_MS = 2_000;

const MAX_LOST = 0.03;
const MAX_ROUND_TRIP_MS = 400;
/** Minimum share of the agreed frame rate that must arrive. */
const MIN_FPS = 0.6;

/** How far a headset's quality was lowered, and since when (ms) reception is good or bad. */
export type Ladder = {
  readonly lowered: number;
  readonly badSinceMs: number | null;
  readonly goodSinceMs: number | null;
  readonly steppedMs: number | null;
  readonly upAfterMs: number;
};

export const AT_THE_TOP: Ladder = {
  lowered: 0,
  badSinceMs: null,
  goodSinceMs: null,
  steppedMs: null,
  upAfterMs: STEP_UP_MS,
};

/** Returns true if reception is worse than agreed. */
export function isWorse(arrival: ArrivalFacts, agreed: Pick<StreamNumbers, 'fps'>): boolean {
  const { isConnected, fps, lostShare, roundTripMs } = arrival;
  if (!isConnected) return false;
  return lostShare > MAX_LOST || (roundTripMs ?? 0) > MAX_ROUND_TRIP_MS || fps < agreed.fps * MIN_FPS;
}

/** Returns the ladder after one more measurement: a step down after five bad seconds, a step up after a good period. */
export function climb(
  before: Ladder,
  isBad: boolean,
  { nowMs, steps }: { nowMs: number; steps: number },
): Ladder {
  if (before.steppedMs !== null && nowMs - before.steppedMs < SETTLING_MS) return before;
  if (isBad) {
    const badSinceMs = before.badSinceMs ?? nowMs;
    const isDue = nowMs - badSinceMs >= STEP_DOWN_MS && before.lowered < steps;
    if (!isDue) return { ...before, badSinceMs, goodSinceMs: null };
    const wasUpLately = before.steppedMs !== null && nowMs - before.steppedMs < 2 * STEP_UP_MS;
    const upAfterMs = wasUpLately ? Math.min(before.upAfterMs * 2, MAX_STEP_UP_MS) : before.upAfterMs;
    return { lowered: before.lowered + 1, badSinceMs: null, goodSinceMs: null, steppedMs: nowMs, upAfterMs };
  }
  const goodSinceMs = before.goodSinceMs ?? nowMs;
  const isDue = before.lowered > 0 && nowMs - goodSinceMs >= before.upAfterMs;
  if (!isDue) return { ...before, badSinceMs: null, goodSinceMs };
  return { ...before, lowered: before.lowered - 1, badSinceMs: null, goodSinceMs: null, steppedMs: nowMs };
}
