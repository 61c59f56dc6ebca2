const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Returns an uptime answer for a number of headsets and days, all of them on except on the middle day. */
export function aLongHistory(headsets: number, days: number) {
  const toMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const fromMs = toMs - days * DAY_MS;
  const middle = Math.floor(days / 2);
  const perDay = Array.from({ length: days }, (_, day) => (day === middle ? 0 : 6 * HOUR_MS));
  const uptimeMs = perDay.reduce((sum, ms) => sum + ms, 0);
  const at = (ms: number): string => new Date(ms).toISOString();
  return {
    startDate: at(fromMs),
    endDate: at(toMs),
    timeZone: 'UTC',
    granularity: 'day',
    maxGapMinutes: 20,
    devices: Array.from({ length: headsets }, (_, index) => ({
      deviceId: `headset-${index}`,
      label: `H-${index}`,
      isArchived: false,
      isDeleted: false,
      model: null,
      uptimeMs,
      uptimeShare: uptimeMs / (toMs - fromMs),
      windows: days,
      firstSeenAt: at(fromMs),
      lastSeenAt: at(toMs),
      uptimeMsPerBucket: perDay,
    })),
    buckets: perDay.map((ms, day) => ({
      date: at(fromMs + day * DAY_MS).slice(0, 10),
      start: at(fromMs + day * DAY_MS),
      end: at(fromMs + (day + 1) * DAY_MS),
      durationMs: DAY_MS,
      uptimeMs: ms * headsets,
      uptimeShare: ms / DAY_MS,
      activeDevices: ms === 0 ? 0 : headsets,
    })),
    totals: {
      devices: headsets,
      activeDevices: headsets,
      durationMs: toMs - fromMs,
      uptimeMs: uptimeMs * headsets,
      uptimeShare: uptimeMs / (toMs - fromMs),
    },
    invalidIds: [],
  };
}
