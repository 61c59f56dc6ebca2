import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { instantSchema, nothing, text } from '../primitives.ts';
import { brandSchema } from '../devices/reported.ts';
import { batteryInfoSchema } from '../configuration/settings/settings.ts';

/** Maximum number of devices per request. */
const MAX_DEVICE_IDS = 20_000;

/** Limits the reply to these devices; absent: all that the caller reaches. */
const deviceIds = z.array(text(128)).max(MAX_DEVICE_IDS).optional();

const invalidIds = z.array(z.string()).meta({ description: 'The requested ids that match no device' });

const count = z.int().min(0);

/** 0 to 1. */
const share = z.number().min(0).max(1);

/**
 * The fleet as it is now. Battery, storage, availability and versions are those of enrolled headsets as they last
 * reported.
 */
export const fleetStatisticsSchema = z
  .object({
    computedAt: instantSchema,
    /** All records: `enrolled`, `waiting` (slots) and `archived` together. The other counts exclude archived ones. */
    total: count,
    enrolled: count,
    /** Enrolled headsets for which nothing waits and nothing failed, by the rule of the acceptance sheet. */
    confirmed: count,
    waiting: count,
    archived: count,
    /** `linked`: available headsets that are connected to this station. */
    availability: z.object({ available: count, unavailable: count, linked: count }),
    battery: z.object({
      reported: count,
      /** Percent, rounded to one decimal. */
      averageLevel: z.number().nullable(),
      /** At 15 % or less, charging or not. */
      low: count,
      charging: count,
      /** Ten steps of percent; `to` is exclusive except in the last step. */
      histogram: z.array(z.object({ from: z.int(), to: z.int(), count })),
    }),
    /** The fixed volumes. */
    storage: z.object({
      reported: count,
      totalBytes: z.number(),
      freeBytes: z.number(),
      usedBytes: z.number(),
      /** 95 % or more in use. */
      nearlyFull: count,
    }),
    /** The lists below have the largest count first; null = unknown. */
    models: z.array(z.object({ name: z.string().nullable(), brand: brandSchema.nullable(), count })),
    licenses: z.object({
      byLevel: z.array(z.object({ level: z.string().nullable(), count })),
      byStatus: z.array(z.object({ status: z.string().nullable(), count })),
      /** By `alertDate`: in the past, and within the next 30 days. */
      expired: count,
      expiringSoon: count,
    }),
    mdm: z.object({
      versions: z.array(
        z.object({ labelVersion: z.string().nullable(), codeVersion: z.int().nullable(), count }),
      ),
      deviceOwners: count,
    }),
    osVersions: z.array(z.object({ osVersion: z.string().nullable(), count })),
    invalidIds,
  })
  .meta({ id: 'FleetStatistics' });
export type FleetStatistics = z.infer<typeof fleetStatisticsSchema>;

const versionCountSchema = z.object({
  versionCode: z.number().nullable(),
  versionName: z.string().nullable(),
  count,
});

/** A content over all devices it is assigned to. */
export const contentCoverageSchema = z
  .object({
    contentId: z.string(),
    type: z.enum(['application', 'video', 'file']),
    packageName: z.string().nullable(),
    /** Title of a video, name of a file. */
    title: z.string().nullable(),
    /** `installed`, `outdated`, `downloading` (or installing), `failed` and `pending` together. */
    assigned: count,
    installed: count,
    outdated: count,
    downloading: count,
    failed: count,
    /** Assigned and not reported yet. */
    pending: count,
    /** Expired and still on the headset; no longer counted as assigned. */
    removing: count,
    /** `installed` divided by `assigned`. */
    coverage: share,
    /** Versions on headsets, the largest count first. */
    versions: z.array(versionCountSchema),
    /** Assigned versions; null = any. */
    expectedVersions: z.array(z.object({ versionCode: z.number().nullable(), count })),
  })
  .meta({ id: 'ContentCoverage' });
export type ContentCoverage = z.infer<typeof contentCoverageSchema>;

/** The application deployment statistics object of the interface. */
export const appStatisticsSchema = z
  .object({
    computedAt: instantSchema,
    /** Number of devices considered; archived ones are skipped. */
    devices: count,
    contents: z.array(contentCoverageSchema),
    /** Packages on headsets that have no such application assigned, the most frequent first. */
    unassignedPackages: z.array(
      z.object({ packageName: z.string(), devices: count, versions: z.array(versionCountSchema) }),
    ),
    invalidIds,
  })
  .meta({ id: 'ApplicationDeploymentStatistics' });
export type AppStatistics = z.infer<typeof appStatisticsSchema>;

/** A headset as it last reported. */
export const deviceHealthSchema = z
  .object({
    deviceId: z.string(),
    label: z.string().nullable(),
    batteryHealth: batteryInfoSchema.shape.health.unwrap().nullable(),
    /** Percent. */
    batteryLevel: z.number().nullable(),
    isCharging: z.boolean().nullable(),
    /** °C. */
    temperature: z.number().nullable(),
    voltage: z.number().nullable(),
    /** Share of the fixed volumes in use. */
    storageUsage: share.nullable(),
    storageTotalBytes: z.number().nullable(),
    storageFreeBytes: z.number().nullable(),
    lastHeartbeatAt: instantSchema.nullable(),
    /** Not yet available: always null. Source: the API documentation, "Devices: statistics". */
    batteryTrend: z.null(),
    storageTrend: z.null(),
  })
  .meta({ id: 'DeviceHealth' });
export type DeviceHealth = z.infer<typeof deviceHealthSchema>;

/** The health of the fleet now. `series` and the trends are not yet available: empty and null. */
export const healthStatisticsSchema = z
  .object({
    computedAt: instantSchema,
    granularity: z.enum(['day', 'week', 'month']),
    snapshot: z.object({
      /** Enrolled headsets. */
      devices: count,
      /** Those of them that ever reported a battery. */
      reported: count,
      batteryHealth: z.array(z.object({ health: z.string().nullable(), count })),
      averageLevel: z.number().nullable(),
      averageTemperature: z.number().nullable(),
      highestTemperature: z.number().nullable(),
      charging: count,
      low: count,
      averageStorageUsage: share.nullable(),
      nearlyFull: count,
      batteryTrend: z.null(),
      storageTrend: z.null(),
    }),
    devices: z.array(deviceHealthSchema),
    series: z.array(z.object({})).max(0),
    invalidIds,
  })
  .meta({ id: 'HealthStatistics' });
export type HealthStatistics = z.infer<typeof healthStatisticsSchema>;

/** Returns counts over the fleet as it is now. */
export const getFleetStatistics = endpoint({
  method: 'POST',
  path: '/devices/stats/fleet',
  summary: 'Count availability, battery, storage, models, licences and versions',
  tag: 'statistics',
  isExtension: false,
  access: ['enterprise'],
  role: 'viewer',
  servesCarts: true,
  isRead: true,
  params: nothing,
  query: nothing,
  body: z.object({ deviceIds }),
  reply: fleetStatisticsSchema,
  errors: ['VALIDATION_FAILED'],
});

/** Compares assigned contents with what headsets hold. */
export const getAppStatistics = endpoint({
  method: 'POST',
  path: '/devices/stats/apps',
  summary: 'Compare assigned contents with those installed on headsets',
  tag: 'statistics',
  isExtension: false,
  access: ['enterprise'],
  role: 'viewer',
  servesCarts: true,
  isRead: true,
  params: nothing,
  query: nothing,
  body: z.object({ deviceIds }),
  reply: appStatisticsSchema,
  errors: ['VALIDATION_FAILED'],
});

/**
 * Returns the current health of each headset. Dates and granularity are validated, but not used until the series is
 * available.
 */
export const getHealthStatistics = endpoint({
  method: 'POST',
  path: '/devices/stats/health',
  summary: 'Get the health of each headset and of the fleet',
  tag: 'statistics',
  isExtension: false,
  access: ['enterprise'],
  role: 'viewer',
  servesCarts: true,
  isRead: true,
  params: nothing,
  query: nothing,
  body: z
    .object({
      deviceIds,
      startDate: instantSchema.optional(),
      endDate: instantSchema.optional(),
      granularity: z.enum(['day', 'week', 'month']).default('day'),
    })
    .refine(
      ({ startDate, endDate }) =>
        startDate === undefined || endDate === undefined || Date.parse(startDate) <= Date.parse(endDate),
      { path: ['endDate'], message: 'Must not be before startDate' },
    ),
  reply: healthStatisticsSchema,
  errors: ['VALIDATION_FAILED'],
});
