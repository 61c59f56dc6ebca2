import { type ClockReading, judgeClocks, skewOf } from '../../devices/events/index.ts';
import { forEachYielding } from '../../kernel/yielding.ts';
import { type Found, found } from './found.ts';
import type { CheckStore } from './store.ts';

/** A headset that was silent for longer says nothing about its current clock, in ms. */
const SEEN_WITHIN_MS = 24 * 60 * 60 * 1_000;
/** Maximum number of headsets listed: the worst ones. */
const MAX_NAMED = 50;

/**
 * Adds the readings of all headsets seen today, the last one first and in turns, since there may be many; those read
 * before `signal` is aborted count.
 */
export async function readClocks(
  store: CheckStore,
  nowMs: number,
  readings: ClockReading[],
  signal: AbortSignal,
): Promise<void> {
  await forEachYielding(
    store.seenSince(nowMs - SEEN_WITHIN_MS),
    ({ key, id, label, enterprise_id: enterpriseId }) => {
      const skewMs = signal.aborted ? undefined : skewOf(store.datedEvents(key));
      if (skewMs !== undefined) readings.push({ deviceId: id, label, enterpriseId, skewMs });
    },
  );
}

/** Returns the verdict on the clocks of the headsets within a caller's reach. */
export function judgeReadings(readings: readonly ClockReading[], reach: ReadonlySet<string>): Found {
  const { finding, measured, wrong } = judgeClocks(readings.filter((each) => reach.has(each.enterpriseId)));
  const devices = wrong
    .slice(0, MAX_NAMED)
    .map(({ deviceId, label, skewMs }) => ({ deviceId, label, skewMs }));
  return found(finding, { measured, wrong: wrong.length, devices });
}
