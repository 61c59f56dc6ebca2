import type { Descriptions, OperationExamples } from '../reference/reference.ts';
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

export const descriptions: Descriptions = {
  Connectivity: 'When headsets were connected.',
  'Connectivity.devices': 'Each headset.',
  ConnectivityDevice: 'When a headset was connected.',
  maxGapMinutes: 'Signals at most this many minutes apart count as one presence window.',
  buckets: 'Totals by day, week or month.',
  date: 'First day of the bucket, on the calendar of `timeZone`.',
  'buckets.durationMs':
    'Length of the bucket within the period, in milliseconds; days with a clock change have 23 or 25 hours.',
  uptimeMs: 'Time connected, in milliseconds.',
  uptimeShare: 'Share of the period connected, 0 to 1.',
  uptimeMsPerBucket: 'Time connected in each bucket, in milliseconds, in the order of `buckets`.',
  windows: 'Presence windows that overlap the period.',
  firstSeenAt: 'Minute of the first signal in the period; null if none.',
  lastSeenAt: 'Minute of the last signal in the period; null if none.',
  totals: 'Totals over the period.',
  activeDevices: 'Devices with any activity in the period.',
  Activity: 'What was used in the period.',
  ActiveDevice: 'Use of a headset in the period.',
  UsedContent: 'Use of an application or video in the period.',
  IdleDevice: 'A headset that was not used.',
  isDeleted: 'True if the record was deleted; its identity is kept for statistics.',
  inactiveDays: 'Days without use after which a headset counts as inactive.',
  plays: 'Number of starts of an application or video.',
  topByPlays: 'Headsets with the most plays.',
  topByDuration: 'Headsets with the longest use.',
  'Activity.contents': 'Applications and videos.',
  'UsedContent.kind': 'Application or video.',
  'UsedContent.contentId': 'Id of the content; null if not reported.',
  'contents.total': 'Number of different contents used.',
  mostUsed: 'Contents with the most plays.',
  leastUsed: 'Contents with the fewest plays.',
  longestUsed: 'Contents with the longest use (an extension).',
  shortestUsed: 'Contents with the shortest use (an extension).',
  'UsedContent.devices': 'Headsets that used it.',
  days: 'Totals by day.',
  neverUsed: 'Enrolled headsets that were never used.',
  inactive: 'Headsets not used within the last `inactiveDays` days, the longest idle first.',
  lastActivityAt: 'When it was last used; null if never.',
  'getActivity.body.limit': 'Length of the lists, 1 to 100 (an extension).',
};
