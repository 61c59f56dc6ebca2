import { z } from 'zod';

import { endpoint } from './endpoint.ts';
import { instantSchema, nothing } from './primitives.ts';

/** What the disk of the data folder has left. `low`: free some; `full`: uploads and backups are refused. */
export const diskSchema = z
  .object({ state: z.enum(['ok', 'low', 'full']), freeBytes: z.int(), totalBytes: z.int() })
  .meta({ id: 'Disk' });
export type Disk = z.infer<typeof diskSchema>;

/**
 * What somebody should look at. `CLOCK_SET_FORWARD`, `CLOCK_SET_BACK`: the computer's clock leapt; nothing old is deleted
 * for three days.
 */
export const warningSchema = z.enum([
  'DISK_LOW',
  'DISK_FULL',
  'BACKUP_FAILED',
  'CLOCK_SET_FORWARD',
  'CLOCK_SET_BACK',
]);
export type Warning = z.infer<typeof warningSchema>;

/** Everything that helps somebody far away to understand this station, and no secret. */
export const getDiagnostics = endpoint({
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
  method: 'GET',
  path: '/station/diagnostics',
  summary: 'Read a support bundle without secrets',
  isAudited: true,
  params: nothing,
  query: nothing,
  body: nothing,
  reply: z
    .object({
      generatedAt: instantSchema,
      station: z.object({
        version: z.string(),
        role: z.enum(['station', 'central']),
        node: z.string(),
        /** Null where it runs without the desktop app. */
        electron: z.string().nullable(),
        platform: z.string(),
        architecture: z.string(),
        system: z.string(),
        timeZone: z.string(),
        startedAt: instantSchema,
        addresses: z.array(z.string()),
      }),
      process: z.object({
        residentBytes: z.int(),
        heapBytes: z.int(),
        cpuCount: z.int(),
        uptimeSec: z.int(),
      }),
      warnings: z.array(warningSchema),
      disk: diskSchema,
      store: z.object({
        sizeBytes: z.int(),
        logBytes: z.int(),
        schema: z.int(),
        /** Rows of each table. */
        rows: z.record(z.string(), z.int()),
      }),
      backups: z.array(z.object({ name: z.string(), sizeBytes: z.int(), createdAt: instantSchema })),
      /** The newest lines of the log, oldest first. */
      log: z.array(z.string()),
    })
    .meta({ id: 'Diagnostics' }),
  errors: [],
});
