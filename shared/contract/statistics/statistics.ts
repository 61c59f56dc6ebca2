import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { MAX_BULK_IDS } from '../devices/devices.ts';
import { instantSchema, nothing } from '../primitives.ts';

/** How long a bucket is. Source: interface.md "Devices: statistics". */
export const GRANULARITIES = ['day', 'week', 'month'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** Days that statistics cover when no `startDate` is given, today included. */
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
 * What both take. Without `deviceIds`: every device in the caller's reach that was ever enrolled, archived and deleted ones
 * included. `startDate` defaults to the start of the day 29 days before `endDate` in the organisation's time zone,
 * `endDate` to now.
 */
const scope = {
  deviceIds: z.array(z.string()).max(MAX_BULK_IDS).optional(),
  startDate: instantSchema.optional(),
  endDate: instantSchema.optional(),
};

/** What both answer: the span that was counted, which lies within what is kept and what is past. */
const span = {
  startDate: instantSchema,
  endDate: instantSchema,
  /** The organisation's time zone, whose days are meant. */
  timeZone: z.string(),
};

/** The requested ids that match no device in the caller's reach. */
const invalidIds = z.array(z.string());

/** Which device a line is about; of a deleted one its frozen identity. */
const identity = {
  deviceId: z.string(),
  label: z.string().nullable(),
  /** The name of its model; null where it never said. */
  model: z.string().nullable(),
  isArchived: z.boolean(),
  isDeleted: z.boolean(),
};

/** A day, week or month on the calendar of `timeZone`: `date` is its first day; `start` and `end` are cut by the span. */
const bucket = { date: z.iso.date(), start: instantSchema, end: instantSchema };

const share = z.number().min(0).max(1);

/** One device. `uptimeMsPerBucket` is in the order of the answer's `buckets`. */
export const connectivityDeviceSchema = z
  .object({
    ...identity,
    uptimeMs: z.int(),
    /** Of the whole span, 0 to 1. */
    uptimeShare: share,
    /** Presence windows that reach into the span. */
    windows: z.int(),
    /** Minute of the first and of the last sign of life in the span. */
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
        /** Real length of what of it is in the span: a whole day is 23 or 25 hours where summer time begins or ends. */
        durationMs: z.int(),
        /** Of all devices together. */
        uptimeMs: z.int(),
        /** Of `durationMs` times the devices, 0 to 1. */
        uptimeShare: share,
        activeDevices: z.int(),
      }),
    ),
    totals: z.object({
      devices: z.int(),
      /** With any uptime in the span. */
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
 * When each device was there. A log is a heartbeat, at the time of its receipt, or an event of the headset, at its own
 * place in time, also when it is uploaded weeks later. Logs at most `maxGapMinutes` apart are one presence window, from
 * the minute of the first to the end of the minute of the last; a lone log counts as its minute. The span is taken in
 * whole minutes. History is kept for 180 days.
 */
export const getConnectivity = endpoint({
  ...common,
  path: '/devices/stats/connectivity',
  role: 'viewer',
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

/** An app goes by its package name, a video by its content id, each by the other where only that was reported; both null: unnamed. */
const usedContentSchema = z
  .object({
    kind: z.enum(['app', 'video']),
    contentId: z.string().nullable(),
    packageName: z.string().nullable(),
    ...use,
    /** How many devices used it. */
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
      /** How many different ones were used. */
      total: z.int(),
      /** By how often. */
      mostUsed: z.array(usedContentSchema),
      leastUsed: z.array(usedContentSchema),
      /** Extension: by how long. */
      longestUsed: z.array(usedContentSchema),
      shortestUsed: z.array(usedContentSchema),
    }),
    days: z.array(z.object({ ...bucket, ...use })),
    /** Enrolled and never used at all. */
    neverUsed: z.array(idleDeviceSchema),
    /** Used before, and not within the last `inactiveDays` days before now; the longest idle first. */
    inactive: z.array(idleDeviceSchema),
    invalidIds,
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof activitySchema>;

/**
 * What was used. A play is an `APP_STARTED` or `VIDEO_STARTED` event; time comes from the `durationMs` of `APP_STOPPED`
 * and `VIDEO_STOPPED`, and counts where the stop stands. A stop whose `durationMs` is missing, negative or no number adds
 * no time; one over 24 hours adds 24. Each event counts once. The span is taken in whole quarter-hours. Lists of the
 * most and the least have at most `limit` entries; never used and inactive are of enrolled devices that are neither
 * archived nor deleted.
 */
export const getActivity = endpoint({
  ...common,
  path: '/devices/stats/activity',
  role: 'viewer',
  isRead: true,
  summary: 'Get usage statistics',
  body: z.object({
    ...scope,
    inactiveDays: z.int().min(1).max(3_650).default(30),
    /** Extension: the length of the lists of the most and the least. */
    limit: z.int().min(1).max(100).default(10),
  }),
  reply: activitySchema,
});
