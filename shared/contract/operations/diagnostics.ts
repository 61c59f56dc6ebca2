import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { instantSchema, nothing } from '../primitives.ts';

/** What the disk of the data folder has left. `low`: free some; `full`: uploads and backups are refused. */
export const diskSchema = z
  .object({ state: z.enum(['ok', 'low', 'full']), freeBytes: z.int(), totalBytes: z.int() })
  .meta({ id: 'Disk' });
export type Disk = z.infer<typeof diskSchema>;

/**
 * What somebody should look at. `CLOCK_SET_FORWARD`, `CLOCK_SET_BACK`: the computer's clock leapt; nothing old is deleted
 * for three days. `WRITES_LOST`: the log that the last crash left was damaged in the middle. `FOLDER_COPIED`: the data folder
 * stands elsewhere than before, so that another station may be working on the same headsets.
 */
export const warningSchema = z.enum([
  'DISK_LOW',
  'DISK_FULL',
  'BACKUP_FAILED',
  'CLOCK_SET_FORWARD',
  'CLOCK_SET_BACK',
  'WRITES_LOST',
  'FOLDER_COPIED',
]);
export type Warning = z.infer<typeof warningSchema>;

const common = {
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
  method: 'GET',
  params: nothing,
  query: nothing,
  body: nothing,
  errors: [],
} as const;

const storeSchema = z.object({ sizeBytes: z.int(), logBytes: z.int(), schema: z.int() });

const computerSchema = z.object({
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
  /** Enrolled headsets, how many of them are linked now, and how many codes can be typed. */
  headsets: z.object({ enrolled: z.int(), linked: z.int(), codes: z.int() }),
  /** Whether headsets are let in over the local network, and what stands in the way where they should be and are not. */
  lan: z.object({ isOn: z.boolean(), problem: z.string().nullable() }),
  /** How it stands with the central; null where none is set. */
  sync: z
    .object({ isConnected: z.boolean(), lastContactAt: instantSchema.nullable(), waiting: z.int() })
    .nullable(),
  warnings: z.array(warningSchema),
  disk: diskSchema,
  store: storeSchema,
  backups: z.array(z.object({ name: z.string(), sizeBytes: z.int(), createdAt: instantSchema })),
});

/** How this computer is: what the station runs on, what its disk has left, what somebody should look at. */
export const getComputer = endpoint({
  ...common,
  path: '/station/machine',
  summary: 'Get the health of the station’s computer',
  reply: computerSchema.meta({ id: 'Computer' }),
});
export type Computer = z.infer<typeof getComputer.reply>;

/** The same with the log and what the store holds: everything that helps somebody far away, and no secret. */
export const getDiagnostics = endpoint({
  ...common,
  path: '/station/diagnostics',
  summary: 'Get a support bundle without secrets',
  isAudited: true,
  reply: computerSchema
    .extend({
      /** With the rows of each table. */
      store: storeSchema.extend({ rows: z.record(z.string(), z.int()) }),
      /** The newest lines of the log, oldest first. */
      log: z.array(z.string()),
    })
    .meta({ id: 'Diagnostics' }),
});
