import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import {
  instantSchema,
  text,
  nullableNumber,
  nullableString,
  nullableInt,
  nullableBoolean,
} from '../primitives.ts';
import { brandSchema } from '../devices/reported.ts';
import { batteryInfoSchema } from '../configuration/settings/settings.ts';
import * as field from '../fields.ts';

/** Maximum number of devices per request. */
const MAX_DEVICE_IDS = 20_000;

const deviceIds = z
  .array(text(128))
  .max(MAX_DEVICE_IDS)
  .optional()
  .describe('Only these devices; absent means all devices in the caller’s reach.');

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
    computedAt: field.computedAt,
    total: count.describe(
      'All records: enrolled, waiting (slots) and archived; the other counts exclude archived ones.',
    ),
    enrolled: count.describe('Enrolled headsets.'),
    confirmed: count.describe('Enrolled headsets for which nothing waits and nothing failed (an extension).'),
    waiting: count.describe('Slots without a headset.'),
    archived: count.describe('Archived records.'),
    availability: z
      .object({
        available: count.describe('Headsets that can be reached.'),
        unavailable: count.describe('Headsets that cannot be reached.'),
        linked: count.describe('Headsets that are connected now.'),
      })
      .describe('Headsets by availability; `linked`: available ones that are connected to this station.'),
    battery: z
      .object({
        reported: count.describe('Headsets that reported a battery.'),
        averageLevel: nullableNumber.describe(
          'Average charge in percent, to one decimal; null if none was reported.',
        ),
        low: count.describe('Headsets at 15 % or less.'),
        charging: count.describe('Headsets that are charging.'),
        histogram: z
          .array(
            z.object({
              from: z.int().describe('Lower end in percent, inclusive.'),
              to: z.int().describe('Upper end in percent, exclusive except in the last step.'),
              count: count.describe('Number of headsets or entries.'),
            }),
          )
          .describe('Headsets in ten steps of charge; `to` is exclusive except in the last step.'),
      })
      .describe('Battery charge.'),
    storage: z
      .object({
        reported: count.describe('Headsets that reported their storage.'),
        totalBytes: z.number().describe('Total size in bytes.'),
        freeBytes: z.number().describe('Free space, in bytes.'),
        usedBytes: z.number().describe('Space in use, in bytes.'),
        nearlyFull: count.describe('Headsets with 95 % or more of their storage in use.'),
      })
      .describe('Fixed volumes of the headsets.'),
    models: z
      .array(
        z.object({
          name: nullableString.describe('Name shown to people.'),
          brand: brandSchema.nullable().describe('Manufacturer, detected from the model; null if unknown.'),
          count: count.describe('Number of headsets or entries.'),
        }),
      )
      .describe('Headsets by model, the largest count first.'),
    licenses: z
      .object({
        byLevel: z
          .array(
            z.object({
              level: nullableString.describe('Level; null if unknown.'),
              count: count.describe('Number of headsets or entries.'),
            }),
          )
          .describe('Headsets by level of licence, the largest count first.'),
        byStatus: z
          .array(
            z.object({
              status: nullableString.describe('Status; null if unknown.'),
              count: count.describe('Number of headsets or entries.'),
            }),
          )
          .describe('Headsets by status of licence, the largest count first.'),
        expired: count.describe('Licences whose `alertDate` has passed.'),
        expiringSoon: count.describe('Licences whose `alertDate` is within the next 30 days.'),
      })
      .describe('Licences of the headsets.'),
    mdm: z
      .object({
        versions: z
          .array(
            z.object({
              labelVersion: nullableString.describe('Version name of the agent.'),
              codeVersion: nullableInt.describe('Android version code.'),
              count: count.describe('Number of headsets or entries.'),
            }),
          )
          .describe('Versions on headsets, the largest count first.'),
        deviceOwners: count.describe('Headsets whose agent is the device owner.'),
      })
      .describe('Management agents on the headsets.'),
    osVersions: z
      .array(
        z.object({
          osVersion: nullableString.describe(
            'Operating system version as the headset reports it; null if unknown.',
          ),
          count: count.describe('Number of headsets or entries.'),
        }),
      )
      .describe('Headsets by operating system version, the largest count first.'),
    invalidIds,
  })
  .meta({ id: 'FleetStatistics', description: 'Counts over enrolled headsets as they last reported.' });
export type FleetStatistics = z.infer<typeof fleetStatisticsSchema>;

const versionCountSchema = z.object({
  versionCode: nullableNumber.describe('Android version code; null if not reported.'),
  versionName: nullableString.describe('Android version name; null if not reported.'),
  count: count.describe('Number of headsets or entries.'),
});

export const contentCoverageSchema = z
  .object({
    contentId: z.string().describe('Id of the content: the `id` of its entry, or its `url` if it has none.'),
    type: z.enum(['application', 'video', 'file']).describe('Kind of the event, content or value.'),
    packageName: nullableString.describe('Android package name, such as `org.example.volcano`.'),
    title: nullableString.describe('Title of the video or name of the file; null if unknown.'),
    assigned: count.describe('Headsets that have it assigned.'),
    installed: count.describe('Headsets that have the assigned version.'),
    outdated: count.describe('Headsets that have another version.'),
    downloading: count.describe('Headsets that are downloading or installing it.'),
    failed: count.describe('Number that failed.'),
    pending: count.describe('Headsets that have not reported on it yet.'),
    removing: count.describe('Headsets that still have it although it expired.'),
    coverage: share.describe('`installed` divided by `assigned`, 0 to 1.'),
    versions: z.array(versionCountSchema).describe('Versions on headsets, the largest count first.'),
    expectedVersions: z
      .array(
        z.object({
          versionCode: nullableNumber.describe('Android version code; null if not reported.'),
          count: count.describe('Number of headsets or entries.'),
        }),
      )
      .describe('Assigned versions; a `versionCode` of null means any.'),
  })
  .meta({ id: 'ContentCoverage', description: 'A content over all headsets it is assigned to.' });
export type ContentCoverage = z.infer<typeof contentCoverageSchema>;

/** The application deployment statistics object of the interface. */
export const appStatisticsSchema = z
  .object({
    computedAt: field.computedAt,
    devices: count.describe('Headsets considered; archived ones are skipped.'),
    contents: z.array(contentCoverageSchema).describe('Each content over the headsets it is assigned to.'),
    unassignedPackages: z
      .array(
        z.object({
          packageName: field.packageName,
          devices: count.describe('Number of devices.'),
          versions: z.array(versionCountSchema).describe('Versions on headsets, the largest count first.'),
        }),
      )
      .describe('Installed packages that are not assigned, the most frequent first.'),
    invalidIds,
  })
  .meta({
    id: 'ApplicationDeploymentStatistics',
    description: 'Assigned contents compared with what headsets hold.',
  });
export type AppStatistics = z.infer<typeof appStatisticsSchema>;

export const deviceHealthSchema = z
  .object({
    deviceId: field.deviceId,
    label: field.label,
    batteryHealth: batteryInfoSchema.shape.health
      .unwrap()
      .nullable()
      .describe('Health of the battery, as Android names it; null if not reported.'),
    batteryLevel: nullableNumber.describe('Charge in percent; null if not reported.'),
    isCharging: nullableBoolean.describe('True while charging; null if not reported.'),
    temperature: nullableNumber.describe('Battery temperature in °C; null if not reported.'),
    voltage: nullableNumber.describe('Battery voltage in mV; null if not reported.'),
    storageUsage: share
      .nullable()
      .describe('Share of the fixed volumes in use, 0 to 1; null if not reported.'),
    storageTotalBytes: nullableNumber.describe('Size of the fixed volumes in bytes; null if not reported.'),
    storageFreeBytes: nullableNumber.describe(
      'Free space on the fixed volumes in bytes; null if not reported.',
    ),
    lastHeartbeatAt: field.lastHeartbeatAt,
    batteryTrend: z.null().describe('Not available yet; always null.'),
    storageTrend: z.null().describe('Not available yet; always null.'),
  })
  .meta({ id: 'DeviceHealth', description: 'Health of one headset as it last reported.' });
export type DeviceHealth = z.infer<typeof deviceHealthSchema>;

export const healthStatisticsSchema = z
  .object({
    computedAt: field.computedAt,
    granularity: z.enum(['day', 'week', 'month']).describe('Length of a bucket.'),
    snapshot: z
      .object({
        devices: count.describe('Enrolled headsets.'),
        reported: count.describe('Headsets that ever reported a battery.'),
        batteryHealth: z
          .array(
            z.object({
              health: nullableString.describe('Health of the battery, as Android names it.'),
              count: count.describe('Number of headsets or entries.'),
            }),
          )
          .describe('Health of the battery, as Android names it; null if not reported.'),
        averageLevel: nullableNumber.describe(
          'Average charge in percent, to one decimal; null if none was reported.',
        ),
        averageTemperature: nullableNumber.describe(
          'Average battery temperature in °C; null if not reported.',
        ),
        highestTemperature: nullableNumber.describe(
          'Highest battery temperature in °C; null if not reported.',
        ),
        charging: count.describe('Headsets that are charging.'),
        low: count.describe('Headsets at 15 % or less.'),
        averageStorageUsage: share
          .nullable()
          .describe('Average share of storage in use, 0 to 1; null if not reported.'),
        nearlyFull: count.describe('Headsets with 95 % or more of their storage in use.'),
        batteryTrend: z.null().describe('Not available yet; always null.'),
        storageTrend: z.null().describe('Not available yet; always null.'),
      })
      .describe('Totals over the fleet.'),
    devices: z.array(deviceHealthSchema).describe('Each headset.'),
    series: z.array(z.object({})).max(0).describe('Not available yet; always empty.'),
    invalidIds,
  })
  .meta({
    id: 'HealthStatistics',
    description: 'Health of the fleet now. `series` and trends are not available yet: empty and null.',
  });
export type HealthStatistics = z.infer<typeof healthStatisticsSchema>;

/** Returns counts over the fleet as it is now. */
export const getFleetStatistics = endpoint('POST /devices/stats/fleet', {
  summary: 'Count availability, battery, storage, models, licences and versions',
  tag: 'statistics',
  isExtension: false,
  role: 'viewer',
  servesCarts: true,
  isRead: true,
  body: z.object({ deviceIds }),
  reply: fleetStatisticsSchema,
  errors: ['VALIDATION_FAILED'],
});

/** Compares assigned contents with what headsets hold. */
export const getAppStatistics = endpoint('POST /devices/stats/apps', {
  summary: 'Compare assigned contents with those installed on headsets',
  tag: 'statistics',
  isExtension: false,
  role: 'viewer',
  servesCarts: true,
  isRead: true,
  body: z.object({ deviceIds }),
  reply: appStatisticsSchema,
  errors: ['VALIDATION_FAILED'],
});

/**
 * Returns the current health of each headset. Dates and granularity are validated, but not used until the series is
 * available.
 */
export const getHealthStatistics = endpoint('POST /devices/stats/health', {
  summary: 'Get the health of each headset and of the fleet',
  tag: 'statistics',
  isExtension: false,
  role: 'viewer',
  servesCarts: true,
  isRead: true,
  body: z
    .object({
      deviceIds,
      startDate: instantSchema.optional().describe('Start of the period that is counted, inclusive.'),
      endDate: instantSchema.optional().describe('End of the period that is counted, exclusive.'),
      granularity: z.enum(['day', 'week', 'month']).default('day').describe('Length of a bucket.'),
    })
    .refine(
      ({ startDate, endDate }) =>
        startDate === undefined || endDate === undefined || Date.parse(startDate) <= Date.parse(endDate),
      { path: ['endDate'], message: 'Must not be before startDate' },
    ),
  reply: healthStatisticsSchema,
  errors: ['VALIDATION_FAILED'],
});
