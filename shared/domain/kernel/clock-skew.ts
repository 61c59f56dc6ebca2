/** One event as the headset dated it and as it came. */
export type DatedEvent = { readonly timestampMs: number; readonly receivedAtMs: number };

/** How far a headset's clock is from the station's: ahead where positive, in ms. */
export type ClockReading = {
  readonly deviceId: string;
  readonly label: string | null;
  readonly enterpriseId: string;
  readonly skewMs: number;
};

/** What the readings of a fleet say together. */
export type ClockVerdict = {
  readonly finding: 'CLOCKS_RIGHT' | 'CLOCKS_WRONG' | 'CLOCKS_AGAINST_STATION' | 'CLOCKS_UNKNOWN';
  readonly measured: number;
  /** Those that are off, the worst first. */
  readonly wrong: readonly ClockReading[];
};

/** Deliveries that count for one headset. */
const MAX_DELIVERIES = 15;
/** Only what came within this time before the last of it: a clock that was set since then is right now. */
const WINDOW_MS = 60 * 60 * 1_000;
/** No event can be dated later than it is sent, so this much ahead is a wrong clock. */
const AHEAD_MS = 2 * 60 * 1_000;
/** Events wait for the next report, so a clock must be further behind before it is called wrong. */
const BEHIND_MS = 10 * 60 * 1_000;
/** So many headsets must agree with each other before the station doubts its own clock, this closely. */
const LEAST_TO_DOUBT = 3;
const AGREE_MS = 2 * 60 * 1_000;

/**
 * The skew of one headset's clock: of each delivery (events that came together) the newest timestamp less its receipt, for that
 * event waited least; of the deliveries of the last hour before the last one, fifteen at most, the median, for a headset that was away delivers
 * what is old. Events whose clock is suspect count too: a clock of 1970 is what this is for. Undefined without events.
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

/** True when a clock is off further than waiting explains. */
function isWrong({ skewMs }: ClockReading): boolean {
  return skewMs > AHEAD_MS || skewMs < -BEHIND_MS;
}

/** Judges the clocks of a fleet, that of the station included: where most are wrong by the same, it is the one. */
export function judgeClocks(readings: readonly ClockReading[]): ClockVerdict {
  const wrong = readings.filter(isWrong).toSorted((a, b) => Math.abs(b.skewMs) - Math.abs(a.skewMs));
  const measured = readings.length;
  if (measured === 0) return { finding: 'CLOCKS_UNKNOWN', measured, wrong };
  if (wrong.length === 0) return { finding: 'CLOCKS_RIGHT', measured, wrong };
  const spreadMs =
    Math.max(...wrong.map((each) => each.skewMs)) - Math.min(...wrong.map((each) => each.skewMs));
  const isMost = wrong.length >= LEAST_TO_DOUBT && wrong.length * 3 >= measured * 2;
  const finding = isMost && spreadMs <= AGREE_MS ? 'CLOCKS_AGAINST_STATION' : 'CLOCKS_WRONG';
  return { finding, measured, wrong };
}
