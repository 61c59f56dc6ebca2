import type { OperationExamples } from '../reference/reference.ts';
import {
  BEAT_AT,
  DEVICE_ID,
  ENROLLED_AT,
  LAST_YEAR_AT,
  OTHER_DEVICE_ID,
  PACKAGE_NAME,
  SCHOOL_DAY,
} from '../reference/values.ts';

const { date, start, end } = SCHOOL_DAY;
const span = { startDate: start, endDate: end, timeZone: 'Europe/Paris' };
const requested = { deviceIds: [DEVICE_ID, OTHER_DEVICE_ID], startDate: start, endDate: end };
const identity = { deviceId: DEVICE_ID, label: 'A-01', model: 'PICO 4', isArchived: false, isDeleted: false };

const HOUR_MS = 3_600_000;
const durationMs = 24 * HOUR_MS;
const uptimeMs = 6 * HOUR_MS;
const uptimeShare = 0.25;

const use = { plays: 4, durationMs: 2 * HOUR_MS };
const activeDevice = { ...identity, ...use, lastActivityAt: BEAT_AT };
const content = {
  kind: 'app' as const,
  contentId: 'app-planetarium',
  packageName: PACKAGE_NAME,
  ...use,
  devices: 1,
};

/** Examples: one day of one school. */
export const examples: OperationExamples = {
  getConnectivity: {
    body: { ...requested, granularity: 'day', maxGapMinutes: 20 },
    reply: {
      ...span,
      granularity: 'day',
      maxGapMinutes: 20,
      devices: [
        {
          ...identity,
          uptimeMs,
          uptimeShare,
          windows: 2,
          firstSeenAt: ENROLLED_AT,
          lastSeenAt: BEAT_AT,
          uptimeMsPerBucket: [uptimeMs],
        },
      ],
      buckets: [{ date, start, end, durationMs, uptimeMs, uptimeShare, activeDevices: 1 }],
      totals: { devices: 1, activeDevices: 1, durationMs, uptimeMs, uptimeShare },
      invalidIds: [OTHER_DEVICE_ID],
    },
  },
  getActivity: {
    body: { ...requested, inactiveDays: 30, limit: 10 },
    reply: {
      ...span,
      inactiveDays: 30,
      totals: { ...use, devices: 1, activeDevices: 1 },
      topByPlays: [activeDevice],
      topByDuration: [activeDevice],
      contents: {
        total: 1,
        mostUsed: [content],
        leastUsed: [content],
        longestUsed: [content],
        shortestUsed: [content],
      },
      days: [{ date, start, end, ...use }],
      neverUsed: [{ deviceId: DEVICE_ID, label: 'A-02', enrolledAt: ENROLLED_AT, lastActivityAt: null }],
      inactive: [
        { deviceId: DEVICE_ID, label: 'A-03', enrolledAt: LAST_YEAR_AT, lastActivityAt: LAST_YEAR_AT },
      ],
      invalidIds: [OTHER_DEVICE_ID],
    },
  },
};
