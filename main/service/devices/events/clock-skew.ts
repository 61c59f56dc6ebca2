/** The timestamp of an event, and when it was received. */
export type DatedEvent = { readonly timestampMs: number; readonly receivedAtMs: number };

/** Offset of a headset's clock from the station's, in ms: positive if ahead. */
export type ClockReading = {
  readonly deviceId: string;
  readonly label: string | null;
  readonly enterpriseId: string;
  readonly skewMs: number;
};

/** Verdict on the clocks of a fleet. */
export type ClockVerdict = {
  readonly finding: 'CLOCKS_RIGHT' | 'CLOCKS_WRONG' | 'CLOCKS_AGAINST_STATION' | 'CLOCKS_UNKNOWN';
  readonly measured: number;
  /** Clocks that are wrong, the worst first. */
  readonly wrong: readonly ClockReading[];
};

/** Maximum number of deliveries considered per headset. */
const MAX_DELIVERIES = 15;
/** Only deliveries this close to the last one count: a clock that was corrected since is right now. */
const WINDOW_MS = 60 * 60 * 1_000;
/** No event can be dated later than it is sent, so a clock this far ahead is wrong. */
const AHEAD_MS = 2 * 60 * 1_000;
/** Events arrive with the next report, so only a larger lag counts as a wrong clock. */
const BEHIND_MS = 10 * 60 * 1_000;
/** Number of headsets that must agree, and how closely, before the station doubts its own clock. */
const MIN_TO_DOUBT = 3;
const AGREE_MS = 2 * 60 * 1_000;

/**
 * Estimates the offset of one headset's clock, in ms: for each delivery (events received together) the newest
 * timestamp minus its receipt, since that event waited least; then the median of at most fifteen deliveries within
 * the last hour, because a headset that was away delivers old events. Includes events with a suspect clock: a clock
 * in 1970 is what this is for. Undefined without events.
 */
export function skewOf(events: readonly DatedEvent[]): number | undefined {
  const newest = new Map<number, number>();
  for (const { timestampMs, receivedAtMs } of events) {
    newest.set(receivedAtMs, Math.max(newest.get(receivedAtMs) ?? -Infinity, timestampMs));
  }
  const lastMs = Math.max(...newest.keys());
  const skews = [...newest]
    .filter(([receivedAtMs]) => receivedAtMs >= lastMs - WINDOW_MS)
    .toSorted(([a], [b]) => b - a)
    .slice(0, MAX_DELIVERIES)
    .map(([receivedAtMs, timestampMs]) => timestampMs - receivedAtMs)
    .toSorted((a, b) => a - b);
  const middle = skews[Math.floor(skews.length / 2)];
  return middle === undefined ? undefined : Math.round(middle);
}

/** Returns true if the offset of a clock is larger than waiting explains. */
function isWrong({ skewMs }: ClockReading): boolean {
  return skewMs > AHEAD_MS || skewMs < -BEHIND_MS;
}

/**
 * Judges the clocks of a fleet, including the station's: if most are wrong by the same amount, the station's is the
 * wrong one.
 */
export function judgeClocks(readings: readonly ClockReading[]): ClockVerdict {
  const wrong = readings.filter(isWrong).toSorted((a, b) => Math.abs(b.skewMs) - Math.abs(a.skewMs));
  const measured = readings.length;
  if (measured === 0) return { finding: 'CLOCKS_UNKNOWN', measured, wrong };
  if (wrong.length === 0) return { finding: 'CLOCKS_RIGHT', measured, wrong };
  const spreadMs =
    Math.max(...wrong.map((each) => each.skewMs)) - Math.min(...wrong.map((each) => each.skewMs));
  const isMost = wrong.length >= MIN_TO_DOUBT && wrong.length * 3 >= measured * 2;
  const finding = isMost && spreadMs <= AGREE_MS ? 'CLOCKS_AGAINST_STATION' : 'CLOCKS_WRONG';
  return { finding, measured, wrong };
}
