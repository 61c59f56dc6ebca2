import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { MAX_BULK_IDS } from '../devices/devices.ts';
import { instantSchema, nullableString } from '../primitives.ts';
import * as field from '../fields.ts';

/** Length of a bucket. Source: the API documentation, "Devices: statistics". */
export const GRANULARITIES = ['day', 'week', 'month'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** Days that statistics cover without a `startDate`, today included. */
export const DEFAULT_STATISTICS_DAYS = 30;

const common = { tag: 'statistics', isExtension: false, errors: ['VALIDATION_FAILED'] } as const;

/**
 * Parameters of both operations. Without `deviceIds`: every device in the caller's reach that was ever enrolled,
 * including archived and deleted ones. `startDate` defaults to the start of the day 29 days before `endDate` in the
 * organisation's time zone, `endDate` to now.
 */
const scope = {
  deviceIds: z
    .array(z.string())
    .max(MAX_BULK_IDS)
    .optional()
    .describe('Only these devices; absent means all devices in the caller’s reach.'),
  startDate: instantSchema.optional().describe('Start of the period that is counted, inclusive.'),
  endDate: instantSchema.optional().describe('End of the period that is counted, exclusive.'),
};

/** In both replies: the period that was counted, limited to what is retained and past. */
const span = {
  startDate: instantSchema.describe('Start of the period that is counted, inclusive.'),
  endDate: instantSchema.describe('End of the period that is counted, exclusive.'),
  timeZone: z.string().describe('IANA time zone whose calendar days are used, such as `Europe/Paris`.'),
};

const invalidIds = z.array(z.string()).describe('Requested ids that match no device in the caller’s reach.');

/** Identity of the device; for a deleted one, its frozen identity. */
const identity = {
  deviceId: field.deviceId,
  label: field.label,
  model: field.model,
  isArchived: z.boolean().describe('True if the record is archived: it is kept for its history only.'),
  isDeleted: z.boolean().describe('True if the record was deleted; its identity is kept for statistics.'),
};

/**
 * A day, week or month on the calendar of `timeZone`: `date` is its first day; `start` and `end` are limited by the
 * period.
 */
const bucket = {
  date: z.iso.date().describe('First day of the bucket, on the calendar of `timeZone`.'),
  start: instantSchema.describe('Start, inclusive.'),
  end: instantSchema.describe('End, exclusive.'),
};

const share = z.number().min(0).max(1).describe('Share of the period connected, 0 to 1.');

/** One device. `uptimeMsPerBucket` is in the order of the answer's `buckets`. */
export const connectivityDeviceSchema = z
  .object({
    ...identity,
    uptimeMs: z.int().describe('Time connected, in milliseconds.'),
    uptimeShare: share,
    windows: z.int().describe('Presence windows that overlap the period.'),
    firstSeenAt: instantSchema.nullable().describe('Minute of the first signal in the period; null if none.'),
    lastSeenAt: instantSchema.nullable().describe('Minute of the last signal in the period; null if none.'),
    uptimeMsPerBucket: z
      .array(z.int())
      .describe('Time connected in each bucket, in milliseconds, in the order of `buckets`.'),
  })
  .meta({ id: 'ConnectivityDevice', description: 'When a headset was connected.' });
export type ConnectivityDevice = z.infer<typeof connectivityDeviceSchema>;

export const connectivitySchema = z
  .object({
    ...span,
    granularity: z.enum(GRANULARITIES).describe('Length of a bucket.'),
    maxGapMinutes: z.int().describe('Signals at most this many minutes apart count as one presence window.'),
    devices: z.array(connectivityDeviceSchema).describe('Each headset.'),
    buckets: z
      .array(
        z.object({
          ...bucket,
          durationMs: z
            .int()
            .describe(
              'Length of the bucket within the period, in milliseconds; days with a clock change have 23 or 25 hours.',
            ),
          uptimeMs: z.int().describe('Time connected, in milliseconds.'),
          uptimeShare: share,
          activeDevices: z.int().describe('Devices with any activity in the period.'),
        }),
      )
      .describe('Totals by day, week or month.'),
    totals: z
      .object({
        devices: field.devices,
        activeDevices: z.int().describe('Devices with any activity in the period.'),
        durationMs: z.int().describe('Duration in milliseconds.'),
        uptimeMs: z.int().describe('Time connected, in milliseconds.'),
        uptimeShare: share,
      })
      .describe('Totals over the period.'),
    invalidIds,
  })
  .meta({ id: 'Connectivity', description: 'When headsets were connected.' });
export type Connectivity = z.infer<typeof connectivitySchema>;

/**
 * Computes when each device was online. A signal is a heartbeat, at the time of its receipt, or an event of the
 * headset, at its own time, even if uploaded weeks later. Signals at most `maxGapMinutes` apart form one presence
 * window, from the minute of the first to the end of the minute of the last; a single signal counts as its minute.
 * The period is taken in whole minutes. History is retained for 180 days.
 */
export const getConnectivity = endpoint('POST /devices/stats/connectivity', {
  ...common,
  role: 'viewer',
  servesCarts: true,
  isRead: true,
  summary: 'Get the uptime history of each device',
  body: z.object({
    ...scope,
    granularity: z.enum(GRANULARITIES).default('day').describe('Length of a bucket.'),
    maxGapMinutes: z
      .int()
      .min(1)
      .max(1_440)
      .default(20)
      .describe('Signals at most this many minutes apart count as one presence window.'),
  }),
  reply: connectivitySchema,
});

const use = {
  plays: z.int().describe('Number of starts of an application or video.'),
  durationMs: z.int().describe('Duration in milliseconds.'),
};

const activeDeviceSchema = z
  .object({
    ...identity,
    ...use,
    lastActivityAt: instantSchema.nullable().describe('When it was last used; null if never.'),
  })
  .meta({ id: 'ActiveDevice', description: 'Use of a headset in the period.' });
export type ActiveDevice = z.infer<typeof activeDeviceSchema>;

/**
 * Use of an app, identified by its package name, or a video, by its content id; by the other if only that was
 * reported; both null: unnamed.
 */
const usedContentSchema = z
  .object({
    kind: z.enum(['app', 'video']).describe('Application or video.'),
    contentId: nullableString.describe('Id of the content; null if not reported.'),
    packageName: nullableString.describe('Android package name, such as `org.example.volcano`.'),
    ...use,
    devices: z.int().describe('Headsets that used it.'),
  })
  .meta({ id: 'UsedContent', description: 'Use of an application or video in the period.' });
export type UsedContent = z.infer<typeof usedContentSchema>;

const idleDeviceSchema = z
  .object({
    deviceId: field.deviceId,
    label: field.label,
    enrolledAt: field.enrolledAt,
    lastActivityAt: instantSchema.nullable().describe('When it was last used; null if never.'),
  })
  .meta({ id: 'IdleDevice', description: 'A headset that was not used.' });
export type IdleDevice = z.infer<typeof idleDeviceSchema>;

export const activitySchema = z
  .object({
    ...span,
    inactiveDays: z.int().describe('Days without use after which a headset counts as inactive.'),
    totals: z
      .object({
        ...use,
        devices: field.devices,
        activeDevices: z.int().describe('Devices with any activity in the period.'),
      })
      .describe('Totals over the period.'),
    topByPlays: z.array(activeDeviceSchema).describe('Headsets with the most plays.'),
    topByDuration: z.array(activeDeviceSchema).describe('Headsets with the longest use.'),
    contents: z
      .object({
        total: z.int().describe('Number of different contents used.'),
        mostUsed: z.array(usedContentSchema).describe('Contents with the most plays.'),
        leastUsed: z.array(usedContentSchema).describe('Contents with the fewest plays.'),
        longestUsed: z.array(usedContentSchema).describe('Contents with the longest use (an extension).'),
        shortestUsed: z.array(usedContentSchema).describe('Contents with the shortest use (an extension).'),
      })
      .describe('Applications and videos.'),
    days: z.array(z.object({ ...bucket, ...use })).describe('Totals by day.'),
    neverUsed: z.array(idleDeviceSchema).describe('Enrolled headsets that were never used.'),
    inactive: z
      .array(idleDeviceSchema)
      .describe('Headsets not used within the last `inactiveDays` days, the longest idle first.'),
    invalidIds,
  })
  .meta({ id: 'Activity', description: 'What was used in the period.' });
export type Activity = z.infer<typeof activitySchema>;

/**
 * Computes what was used. A play is an `APP_STARTED` or `VIDEO_STARTED` event; duration comes from the `durationMs`
 * of `APP_STOPPED` and `VIDEO_STOPPED`, and counts at the time of the stop. A `durationMs` that is missing, negative
 * or no number adds nothing; one over 24 hours adds 24. Each event counts once. The period is taken in whole
 * quarter-hours. Top and bottom lists have at most `limit` entries; never used and inactive list enrolled devices
 * that are neither archived nor deleted.
 */
export const getActivity = endpoint('POST /devices/stats/activity', {
  ...common,
  role: 'viewer',
  servesCarts: true,
  isRead: true,
  summary: 'Get usage statistics',
  body: z.object({
    ...scope,
    inactiveDays: z
      .int()
      .min(1)
      .max(3_650)
      .default(30)
      .describe('Days without use after which a headset counts as inactive.'),
    limit: z.int().min(1).max(100).default(10).describe('Length of the lists, 1 to 100 (an extension).'),
  }),
  reply: activitySchema,
});
