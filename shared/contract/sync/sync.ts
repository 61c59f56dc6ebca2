import { z } from 'zod';

import { deviceIdSchema } from '../ids.ts';
import { endpoint } from '../endpoint.ts';
import {
  instantSchema,
  pageQuery,
  text,
  nullableString,
  nullableInt,
  nullableNumber,
} from '../primitives.ts';
import * as field from '../fields.ts';

/** Which devices of the central to sync; absent: all. */
export const partSchema = z.object({
  namePattern: text(256, 1)
    .optional()
    .describe('Pattern for names, without regard to case; `*` matches any text.'),
  group: text(256, 1)
    .optional()
    .describe('Id or name of a group in the metadata, such as a site or a class.'),
});

/** The central as returned: never with its token. */
const upstreamSchema = z.object({
  url: field.url,
  enterpriseId: nullableString.describe('Organisation at the central; null until the central has answered.'),
  enterpriseName: nullableString.describe(
    'Name of the organisation at the central; null until a record contains it.',
  ),
  part: partSchema.nullable().describe('Which devices of the central to sync; null for all.'),
  isSetByFlags: z.boolean().describe('True if the command line sets it, so it cannot be changed here.'),
  createsSlots: z
    .boolean()
    .describe(
      'True if slots can be created at this central for devices that it does not have. Only a Muster central can.',
    ),
});

const reasonSchema = z.object({
  code: z.string().describe('Stable code of the reason.'),
  message: field.message,
});

/** What sync is doing. `off`: no central is connected. */
const syncStateSchema = z.enum([
  'off',
  'paused',
  'offline',
  'connecting',
  'pulling',
  'pushing',
  'upToDate',
  'blocked',
]);

export const syncSchema = z
  .object({
    state: syncStateSchema.describe('What sync is doing; `off` if no central is connected.'),
    reason: reasonSchema.nullable().describe('Why sync is offline or blocked; null if it is not.'),
    progress: z
      .object({
        done: z.int().describe('Items finished.'),
        total: z.int().describe('Items in total.'),
        leftSec: nullableInt.describe(
          'Estimated remaining time, in seconds; null if there is no estimate yet.',
        ),
      })
      .nullable()
      .describe('Progress of the current download or upload; null if none.'),
    upstream: upstreamSchema.nullable().describe('The connected central, without its token; null if none.'),
    pulledAt: instantSchema.nullable().describe('When the first full download finished; null if it has not.'),
    upToDateAt: instantSchema.nullable().describe('When both sides were last in sync; null if never.'),
    lastContactAt: instantSchema.nullable().describe('When the central last answered; null if never.'),
    nextRunAt: instantSchema.nullable().describe('When the next run is due; null if none is.'),
    clockSkewMs: nullableNumber.describe(
      'How far the central’s clock is ahead of this computer’s, in milliseconds; null if unknown.',
    ),
    linked: z.int().describe('Devices that are linked to one of the central.'),
    unlinked: z.int().describe('Devices that the central does not have.'),
    gone: z.int().describe('Devices that were deleted at the central.'),
    waiting: z
      .object({
        desired: z.int().describe('Devices whose assigned state changed here.'),
        lifecycle: z.int().describe('Headsets enrolled, un-enrolled, replaced or deleted here.'),
        held: z.int().describe('Of `lifecycle`, how many are pending until a conflict is resolved.'),
        events: z.int().describe('Events to upload.'),
        toRead: z.int().describe('Devices that changed at the central and must be downloaded.'),
      })
      .describe('Changes that the central has not received yet.'),
    stranded: z
      .object({ events: z.int().describe('Number of events.'), slots: z.int().describe('Number of slots.') })
      .describe('Events whose slot was deleted at the central; they stay on this station.'),
    conflicts: z.int().describe('Open conflicts.'),
    failures: z.int().describe('Devices with failed steps.'),
    setAside: z.int().describe('Entries of the central that are not used.'),
  })
  .meta({ id: 'Sync', description: 'State of sync between the station and its central.' });
export type Sync = z.infer<typeof syncSchema>;

export const getSync = endpoint('GET /station/sync', {
  summary: 'Get the sync status',
  role: 'viewer',
  reply: syncSchema,
});

/** Starts a run immediately: skips the backoff, but not a `Retry-After`. */
export const runSync = endpoint('POST /station/sync/run', {
  summary: 'Sync now',
  body: z.object({
    confirmsRemovals: z
      .boolean()
      .default(false)
      .describe('True to confirm that many devices were deleted at the central: they are archived here.'),
    waitSec: z
      .int()
      .min(0)
      .max(120)
      .default(0)
      .describe('Seconds to wait for sync to finish before answering; 0 answers at once.'),
  }),
  reply: syncSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

export const pauseSync = endpoint('POST /station/sync/pause', {
  summary: 'Pause sync',
  reply: syncSchema,
  errors: ['CONFLICT'],
});

export const resumeSync = endpoint('POST /station/sync/resume', {
  summary: 'Resume sync',
  reply: syncSchema,
  errors: ['CONFLICT'],
});

/**
 * What ends the waiting of a device. `run`: the next run tries it, or tries it again, at `nextRunAt` of the status;
 * `decision`: the conflict about its slot; `slot`: another slot comes first; `person`: somebody must act.
 */
const syncWaitSchema = z.object({
  on: z
    .enum(['run', 'decision', 'slot', 'person'])
    .describe(
      '`run`: the next run tries it, or tries it again, at `nextRunAt` of the status; `decision`: the conflict about its slot; `slot`: another slot comes first; `person`: somebody must act.',
    ),
  deviceId: nullableString.describe('The slot that comes first; otherwise null.'),
  label: nullableString.describe('Its name.'),
  code: nullableString.describe(
    'Why somebody must act: `NO_CENTRAL`, `PAUSED`, `SLOT_GONE`, `REFUSED`, or the reason why sync is blocked; otherwise null.',
  ),
});
export type SyncWait = z.infer<typeof syncWaitSchema>;

export const syncDeviceSchema = z
  .object({
    id: nullableString.describe('Id of the device; null if it was deleted here.'),
    label: field.label,
    upstreamId: field.upstreamId,
    isAhead: z.boolean().describe('True if changes here have not been uploaded.'),
    wants: z
      .array(z.enum(['settings', 'label', 'license', 'metadata']))
      .describe('Parts with changes to upload.'),
    isBehind: z.boolean().describe('True if changes at the central have not been downloaded.'),
    lifecycle: z
      .array(z.enum(['enrol', 'unenrol', 'replace', 'delete']))
      .describe('Enrolments and removals to upload.'),
    events: z.int().describe('Events to upload.'),
    conflicts: z.int().describe('Open conflicts.'),
    gone: z
      .enum(['DELETED', 'ARCHIVED', 'REPLACED', 'REASSIGNED', 'OTHER_ORGANISATION'])
      .nullable()
      .describe('What happened to it at the central; null if it is still there.'),
    failures: z
      .array(
        z.object({
          kind: z.enum(['desired', 'lifecycle', 'reported', 'read']).describe('Which step failed.'),
          code: z.string().describe('Stable code of the reason.'),
          message: field.message,
          attempts: field.attempts,
          since: instantSchema.describe('Since when.'),
          lastAt: instantSchema.describe('When it last happened.'),
        }),
      )
      .describe('Steps that failed.'),
    waits: syncWaitSchema.nullable().describe('What ends its waiting; null if nothing is pending.'),
    syncedAt: instantSchema.nullable().describe('When it was last in sync; null if never.'),
  })
  .meta({ id: 'SyncDevice', description: 'How one device is synced.' });
export type SyncDevice = z.infer<typeof syncDeviceSchema>;

/**
 * Lists devices by their sync status. `waiting`: not the same on both sides; `apart`: the same without those that only
 * have events to upload, plus failed and deleted ones; `stranded`: events cannot be uploaded because the slot was
 * deleted; `all`: every linked device; `unlinked`: those that the central does not know.
 */
export const listSyncDevices = endpoint('GET /station/sync/devices', {
  summary: 'List the sync status of devices',
  role: 'viewer',
  query: z.object({
    which: z.enum(['waiting', 'apart', 'failed', 'gone', 'stranded', 'unlinked', 'all']).default('waiting'),
    ...pageQuery,
  }),
  reply: field.pageOf(syncDeviceSchema),
  errors: ['VALIDATION_FAILED'],
});

/** Links a device that was created here to one of the central. */
export const linkDevice = endpoint('POST /station/sync/links', {
  summary: 'Link a device to its record at the central',
  body: z.object({
    deviceId: deviceIdSchema.describe('Id of the device record.'),
    upstreamId: text(256, 1).describe(
      'Id of the device at the central; null if the central does not have it.',
    ),
  }),
  reply: syncDeviceSchema,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'CONFLICT', 'NOT_FOUND', 'UPSTREAM_UNREACHABLE'],
});

/**
 * Creates slots at the central for devices that it does not know, and links them. Their desired state, headsets and
 * events are uploaded by the next run. Only a Muster central supports it. Idempotent.
 */
export const createCentralSlots = endpoint('POST /station/sync/slots', {
  summary: 'Create slots at the central for devices that it does not know',
  body: z.object({
    devicesId: z
      .array(z.string())
      .min(1)
      .max(5_000)
      .optional()
      .describe('Ids of the device records; absent: all that the central does not know.'),
  }),
  reply: z.object({
    created: z.int().describe('How many slots were created at the central or linked to one there.'),
    failed: field.failed,
  }),
  errors: ['VALIDATION_FAILED', 'CONFLICT', 'UPSTREAM_UNREACHABLE'],
});

/** Retries what failed, for these devices or for all. */
export const retrySync = endpoint('POST /station/sync/retry', {
  summary: 'Retry rejected changes',
  body: z.object({
    devicesId: z.array(z.string()).min(1).max(5_000).optional().describe('Ids of the device records.'),
  }),
  reply: syncSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});
