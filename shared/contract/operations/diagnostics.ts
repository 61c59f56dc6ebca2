import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { impossibleValueSchema } from '../devices/fleet.ts';
import { instantSchema, nullableString } from '../primitives.ts';
import * as field from '../fields.ts';

/** Free space on the disk of the data folder. `low`: free some; `full`: uploads and backups are refused. */
export const diskSchema = z
  .object({
    state: z
      .enum(['ok', 'low', 'full'])
      .describe('`low`: free some space; `full`: uploads and backups are refused.'),
    freeBytes: z.int().describe('Free space, in bytes.'),
    totalBytes: z.int().describe('Size of the disk in bytes.'),
  })
  .meta({ id: 'Disk', description: 'Disk of the data folder.' });
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

export const syncSummarySchema = z
  .object({
    isConnected: z.boolean().describe('True while connected.'),
    isPartner: z
      .boolean()
      .describe('True if the central is another station, which this one works together with.'),
    lastContactAt: instantSchema.nullable().describe('When the central last answered; null if never.'),
    waiting: z.int().describe('Changes that the central has not received yet.'),
  })
  .nullable()
  .describe('Sync with the central; null if none is connected.');

const storeSchema = z.object({
  sizeBytes: field.sizeBytes,
  logBytes: z.int().describe('Size of the write-ahead log in bytes.'),
  schema: z.int().describe('Schema version of the store; null if the file cannot be opened.'),
});

const computerSchema = z.object({
  generatedAt: field.createdAt,
  station: z
    .object({
      version: z.string().describe('Version of Muster.'),
      role: z.enum(['station', 'central']).describe('Whether it is a station or a central.'),
      node: z.string().describe('Version of Node.js.'),
      electron: nullableString.describe('Version of Electron; null without the desktop app.'),
      platform: z.string().describe('Operating system.'),
      architecture: z.string().describe('Processor architecture.'),
      system: z.string().describe('Operating system and its version.'),
      timeZone: z.string().describe('IANA time zone whose calendar days are used, such as `Europe/Paris`.'),
      startedAt: field.startedAt,
      addresses: z.array(z.string()).describe('URLs of the station.'),
    })
    .describe('The station.'),
  process: z
    .object({
      residentBytes: z.int().describe('Memory in use, in bytes.'),
      heapBytes: z.int().describe('JavaScript heap in use, in bytes.'),
      cpuCount: z.int().describe('Number of processor cores.'),
      uptimeSec: z.int().describe('Time since the start, in seconds.'),
    })
    .describe('The process of the station.'),
  headsets: z
    .object({
      enrolled: z.int().describe('Enrolled headsets.'),
      linked: z.int().describe('Headsets that are connected now.'),
      codes: z.int().describe('Live enrolment codes.'),
    })
    .describe('Enrolled headsets, how many of them are connected now, and the number of live codes.'),
  lan: z
    .object({
      isOn: z.boolean().describe('True if LAN access is switched on.'),
      problem: nullableString.describe('Why LAN access is not available although it is on; null if it is.'),
    })
    .describe('Whether LAN access is on, and why it is not available although it is on.'),
  sync: syncSummarySchema,
  warnings: z.array(warningSchema).describe('What needs attention; empty for headsets.'),
  disk: diskSchema.describe('Disk of the data folder; null for headsets.'),
  store: storeSchema.describe('The store.'),
  backups: z
    .array(z.object({ name: field.name, sizeBytes: field.sizeBytes, createdAt: field.createdAt }))
    .describe('Backups, newest first.'),
});

/** Returns the state of this computer: what the station runs on, its disk, and warnings. */
export const getComputer = endpoint('GET /station/machine', {
  summary: 'Get the health of the station’s computer',
  reply: computerSchema.meta({
    id: 'Computer',
    description: 'The computer of the station: what it runs on, its disk, and warnings.',
  }),
});
export type Computer = z.infer<typeof getComputer.reply>;

/**
 * Returns the same with the log and the size of the store: everything that helps with remote support, and no secrets.
 */
export const getDiagnostics = endpoint('GET /station/diagnostics', {
  summary: 'Get a support bundle without secrets',
  isAudited: true,
  reply: computerSchema
    .extend({
      store: storeSchema
        .extend({ rows: z.record(z.string(), z.int()).describe('Number of rows by table.') })
        .describe('The store, with the number of rows of each table.'),
      impossible: z
        .array(
          z.object({
            id: field.id,
            label: field.label,
            values: z.array(impossibleValueSchema).describe('These values.'),
          }),
        )
        .describe('Reported values that cannot be true, and were left out, of at most 100 headsets.'),
      log: z.array(z.string()).describe('Newest lines of the log, oldest first.'),
    })
    .meta({
      id: 'Diagnostics',
      description: 'Everything that helps with remote support. Contains no secrets.',
    }),
});
