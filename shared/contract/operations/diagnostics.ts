import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { impossibleValueSchema } from '../devices/fleet.ts';
import { instantSchema, nothing } from '../primitives.ts';

/** Free space on the disk of the data folder. `low`: free some; `full`: uploads and backups are refused. */
export const diskSchema = z
  .object({ state: z.enum(['ok', 'low', 'full']), freeBytes: z.int(), totalBytes: z.int() })
  .meta({ id: 'Disk' });
export type Disk = z.infer<typeof diskSchema>;

/**
 * What needs attention. `STORE_DAMAGED`: a check found the store damaged; the station stops when it is at rest. `CLOCK_SET_FORWARD`, `CLOCK_SET_BACK`: the computer's clock jumped; nothing old is deleted
 * for three days. `WRITES_LOST`: the write-ahead log that the last crash left was damaged in the middle. `FOLDER_COPIED`:
 * the data folder is in another place than before, so another station may be working on the same headsets.
 */
export const warningSchema = z.enum([
  'STORE_DAMAGED',
  'DISK_LOW',
  'DISK_FULL',
  'BACKUP_FAILED',
  'CLOCK_SET_FORWARD',
  'CLOCK_SET_BACK',
  'WRITES_LOST',
  'FOLDER_COPIED',
]);
export type Warning = z.infer<typeof warningSchema>;

/** State of sync with the central; null if none is connected. */
export const syncSummarySchema = z
  .object({
    isConnected: z.boolean(),
    /** True if the central is another station, which this one works together with. */
    isPartner: z.boolean(),
    lastContactAt: instantSchema.nullable(),
    waiting: z.int(),
  })
  .nullable();

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
    /** Null without the desktop app. */
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
  /** Enrolled headsets, how many of them are connected now, and the number of live codes. */
  headsets: z.object({ enrolled: z.int(), linked: z.int(), codes: z.int() }),
  /** Whether LAN access is on, and why it is not available although it is on. */
  lan: z.object({ isOn: z.boolean(), problem: z.string().nullable() }),
  sync: syncSummarySchema,
  warnings: z.array(warningSchema),
  disk: diskSchema,
  store: storeSchema,
  backups: z.array(z.object({ name: z.string(), sizeBytes: z.int(), createdAt: instantSchema })),
});

/** Returns the state of this computer: what the station runs on, its disk, and warnings. */
export const getComputer = endpoint({
  ...common,
  path: '/station/machine',
  summary: 'Get the health of the station’s computer',
  reply: computerSchema.meta({ id: 'Computer' }),
});
export type Computer = z.infer<typeof getComputer.reply>;

/**
 * Returns the same with the log and the size of the store: everything that helps with remote support, and no secrets.
 */
export const getDiagnostics = endpoint({
  ...common,
  path: '/station/diagnostics',
  summary: 'Get a support bundle without secrets',
  isAudited: true,
  reply: computerSchema
    .extend({
      /** With the number of rows of each table. */
      store: storeSchema.extend({ rows: z.record(z.string(), z.int()) }),
      /** Values that headsets report although they cannot be true, of at most 100 headsets. */
      impossible: z.array(
        z.object({ id: z.string(), label: z.string().nullable(), values: z.array(impossibleValueSchema) }),
      ),
      /** The newest lines of the log, oldest first. */
      log: z.array(z.string()),
    })
    .meta({ id: 'Diagnostics' }),
});
