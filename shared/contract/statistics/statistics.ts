import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { MAX_BULK_IDS } from '../devices/devices.ts';
import { instantSchema, nothing } from '../primitives.ts';

/** Length of a bucket. Source: the API documentation, "Devices: statistics". */
export const GRANULARITIES = ['day', 'week', 'month'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** Days that statistics cover without a `startDate`, today included. */
export const DEFAULT_STATISTICS_DAYS = 30;

const common = {
  tag: 'statistics',
  isExtension: false,
  access: ['enterprise'],
  method: 'POST',
  params: nothing,
  query: nothing,
  errors: ['VALIDATION_FAILED'],
} as const;

/**
 * Parameters of both operations. Without `deviceIds`: every device in the caller's reach that was ever enrolled,
 * including archived and deleted ones. `startDate` defaults to the start of the day 29 days before `endDate` in the
 * organisation's time zone, `endDate` to now.
 */
const scope = {
  deviceIds: z.array(z.string()).max(MAX_BULK_IDS).optional(),
  startDate: instantSchema.optional(),
  endDate: instantSchema.optional(),
};

/** In both replies: the period that was counted, limited to what is retained and past. */
const span = {
  startDate: instantSchema,
  endDate: instantSchema,
  /** The organisation's time zone, whose days are used. */
  timeZone: z.string(),
};

/** Requested ids that match no device in the caller's reach. */
const invalidIds = z.array(z.string());

/** Identity of the device; for a deleted one, its frozen identity. */
const identity = {
  deviceId: z.string(),
  label: z.string().nullable(),
  /** Model name; null if never reported. */
  model: z.string().nullable(),
  isArchived: z.boolean(),
  isDeleted: z.boolean(),
};

/**
 * A day, week or month on the calendar of `timeZone`: `date` is its first day; `start` and `end` are limited by the
 * period.
 */
const bucket = { date: z.iso.date(), start: instantSchema, end: instantSchema };

const share = z.number().min(0).max(1);

/** One device. `uptimeMsPerBucket` is in the order of the answer's `buckets`. */
export const connectivityDeviceSchema = z
  .object({
    ...identity,
    uptimeMs: z.int(),
    /** Share of the whole period, 0 to 1. */
    uptimeShare: share,
    /** Presence windows that overlap the period. */
    windows: z.int(),
    /** Minute of the first and of the last signal in the period. */
    firstSeenAt: instantSchema.nullable(),
    lastSeenAt: instantSchema.nullable(),
    uptimeMsPerBucket: z.array(z.int()),
  })
  .meta({ id: 'ConnectivityDevice' });
export type ConnectivityDevice = z.infer<typeof connectivityDeviceSchema>;

export const connectivitySchema = z
  .object({
    ...span,
    granularity: z.enum(GRANULARITIES),
    maxGapMinutes: z.int(),
    devices: z.array(connectivityDeviceSchema),
    buckets: z.array(
      z.object({
        ...bucket,
        /** Actual length within the period: a whole day has 23 or 25 hours when daylight saving time begins or ends. */
        durationMs: z.int(),
        /** Of all devices together. */
        uptimeMs: z.int(),
        /** Share of `durationMs` times the devices, 0 to 1. */
        uptimeShare: share,
        activeDevices: z.int(),
      }),
    ),
    totals: z.object({
      devices: z.int(),
      /** Devices with any uptime in the period. */
      activeDevices: z.int(),
      durationMs: z.int(),
      uptimeMs: z.int(),
      uptimeShare: share,
    }),
    invalidIds,
  })
  .meta({ id: 'Connectivity' });
export type Connectivity = z.infer<typeof connectivitySchema>;

/**
 * Computes when each device was online. A signal is a heartbeat, at the time of its receipt, or an event of the
 * headset, at its own time, even if uploaded weeks later. Signals at most `maxGapMinutes` apart form one presence
 * window, from the minute of the first to the end of the minute of the last; a single signal counts as its minute.
 * The period is taken in whole minutes. History is retained for 180 days.
 */
export const getConnectivity = endpoint({
  ...common,
  path: '/devices/stats/connectivity',
  role: 'viewer',
  servesCarts: true,
  isRead: true,
  summary: 'Get the uptime history of each device',
  body: z.object({
    ...scope,
    granularity: z.enum(GRANULARITIES).default('day'),
    maxGapMinutes: z.int().min(1).max(1_440).default(20),
  }),
  reply: connectivitySchema,
});

const use = { plays: z.int(), durationMs: z.int() };

const activeDeviceSchema = z
  .object({ ...identity, ...use, lastActivityAt: instantSchema.nullable() })
  .meta({ id: 'ActiveDevice' });
export type ActiveDevice = z.infer<typeof activeDeviceSchema>;

/**
 * Use of an app, identified by its package name, or a video, by its content id; by the other if only that was
 * reported; both null: unnamed.
 */
const usedContentSchema = z
  .object({
    kind: z.enum(['app', 'video']),
    contentId: z.string().nullable(),
    packageName: z.string().nullable(),
    ...use,
    /** Number of devices that used it. */
    devices: z.int(),
  })
  .meta({ id: 'UsedContent' });
export type UsedContent = z.infer<typeof usedContentSchema>;

const idleDeviceSchema = z
  .object({
    deviceId: z.string(),
    label: z.string().nullable(),
    enrolledAt: instantSchema.nullable(),
    lastActivityAt: instantSchema.nullable(),
  })
  .meta({ id: 'IdleDevice' });
export type IdleDevice = z.infer<typeof idleDeviceSchema>;

export const activitySchema = z
  .object({
    ...span,
    inactiveDays: z.int(),
    totals: z.object({ ...use, devices: z.int(), activeDevices: z.int() }),
    topByPlays: z.array(activeDeviceSchema),
    topByDuration: z.array(activeDeviceSchema),
    contents: z.object({
      /** Number of different contents used. */
      total: z.int(),
      /** By number of plays. */
      mostUsed: z.array(usedContentSchema),
      leastUsed: z.array(usedContentSchema),
      /** Extension: by duration. */
      longestUsed: z.array(usedContentSchema),
      shortestUsed: z.array(usedContentSchema),
    }),
    days: z.array(z.object({ ...bucket, ...use })),
    /** Enrolled and never used. */
    neverUsed: z.array(idleDeviceSchema),
    /** Used before, but not within the last `inactiveDays` days; the longest idle first. */
    inactive: z.array(idleDeviceSchema),
    invalidIds,
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof activitySchema>;

/**
 * Computes what was used. A play is an `APP_STARTED` or `VIDEO_STARTED` event; duration comes from the `durationMs`
 * of `APP_STOPPED` and `VIDEO_STOPPED`, and counts at the time of the stop. A `durationMs` that is missing, negative
 * or no number adds nothing; one over 24 hours adds 24. Each event counts once. The period is taken in whole
 * quarter-hours. Top and bottom lists have at most `limit` entries; never used and inactive list enrolled devices
 * that are neither archived nor deleted.
 */
export const getActivity = endpoint({
  ...common,
  path: '/devices/stats/activity',
  role: 'viewer',
  servesCarts: true,
  isRead: true,
  summary: 'Get usage statistics',
  body: z.object({
    ...scope,
    inactiveDays: z.int().min(1).max(3_650).default(30),
    /** Extension: the length of the top and bottom lists. */
    limit: z.int().min(1).max(100).default(10),
  }),
  reply: activitySchema,
});
