import { z } from 'zod';

import { deviceIdSchema } from '../ids.ts';
import { endpoint } from '../endpoint.ts';
import { instantSchema, nothing, pageQuery, text } from '../primitives.ts';

const common = { tag: 'station', isExtension: true, access: ['enterprise'] } as const;

/** A token of the central: printable characters that fit a header. */
const tokenSchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,8192}$/, 'Must be 1 to 8,192 printable characters without spaces');

/** Which devices of the central to sync; absent: all. */
const partSchema = z.object({
  /** `*` matches any text; case does not matter. */
  namePattern: text(256, 1).optional(),
  /** The id or label of a group in the metadata: a site, a class, a cart. */
  group: text(256, 1).optional(),
});

const reasonSchema = z.object({
  /** Stable. */
  code: z.string(),
  message: z.string(),
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

/** The central as returned: never with its token. */
const upstreamSchema = z.object({
  url: z.string(),
  /** The organisation at the central; null until its first answer. */
  enterpriseId: z.string().nullable(),
  /** Its name; null until a record contains it. */
  enterpriseName: z.string().nullable(),
  part: partSchema.nullable(),
  isSetByFlags: z.boolean(),
  /** True if slots can be created for devices that it does not know; only a Muster central supports that. */
  createsSlots: z.boolean(),
});

/** State of sync between the station and its central. */
export const syncSchema = z
  .object({
    state: syncStateSchema,
    /** Why it is offline or blocked, and what to do. */
    reason: reasonSchema.nullable(),
    /**
     * Progress of the current download or upload; `leftSec`: estimated remaining time, null if there is no estimate
     * yet.
     */
    progress: z.object({ done: z.int(), total: z.int(), leftSec: z.int().nullable() }).nullable(),
    upstream: upstreamSchema.nullable(),
    /** When the first full download finished. */
    pulledAt: instantSchema.nullable(),
    upToDateAt: instantSchema.nullable(),
    lastContactAt: instantSchema.nullable(),
    nextRunAt: instantSchema.nullable(),
    /** How far the central's clock is ahead of this computer's, in ms. */
    clockSkewMs: z.number().nullable(),
    /** Devices that are linked to one of the central. */
    linked: z.int(),
    /** Devices that the central does not have. */
    unlinked: z.int(),
    /** Devices that were removed at the central. */
    gone: z.int(),
    /** Changes that the central has not received yet. */
    waiting: z.object({
      /** Devices whose desired state changed here. */
      desired: z.int(),
      /** Headsets enrolled, un-enrolled, replaced or deleted here. */
      lifecycle: z.int(),
      /** Of these, how many are pending until a conflict is resolved. */
      held: z.int(),
      events: z.int(),
      /** Devices that changed at the central and are not downloaded yet. */
      toRead: z.int(),
    }),
    /** Events of slots that were removed at the central: it does not accept them, and they stay here. */
    stranded: z.object({ events: z.int(), slots: z.int() }),
    conflicts: z.int(),
    failures: z.int(),
    setAside: z.int(),
  })
  .meta({ id: 'Sync' });
export type Sync = z.infer<typeof syncSchema>;

/**
 * Connects a central. Its token is stored encrypted and never returned; without one, the stored token is kept for the
 * same origin.
 */
export const setUpstream = endpoint({
  ...common,
  method: 'PUT',
  path: '/station/upstream',
  summary: 'Connect a central instance',
  params: nothing,
  query: nothing,
  body: z.object({
    url: text(2_048, 1),
    token: tokenSchema.optional(),
    /** The organisation at the central, if the token reaches several. Absent: as its answers state. */
    enterpriseId: text(128, 1).nullish(),
    part: partSchema.nullish(),
    /** True to discard the links between devices here and at the central. The devices stay. */
    startsOver: z.boolean().default(false),
  }),
  reply: syncSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/** Disconnects the central and deletes its URL and token. Links between devices stay, in case it is connected again. */
export const removeUpstream = endpoint({
  ...common,
  method: 'DELETE',
  path: '/station/upstream',
  summary: 'Disconnect the central instance',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: syncSchema,
  errors: ['CONFLICT'],
});

export const CHECK_FINDINGS = [
  'OK',
  'CLOCK_OFF',
  'ADDRESS_INVALID',
  'NAME_UNKNOWN',
  'CONNECTION_REFUSED',
  'UNREACHABLE',
  'TIMEOUT',
  'TLS',
  'REDIRECTED',
  'TOKEN_REFUSED',
  'FORBIDDEN',
  'LIMITED',
  'SERVER_ERROR',
  'TOO_LARGE',
  'NOT_THIS_INTERFACE',
  'ENDLESS_PAGES',
  'WENT_BACK',
  'STOPPED',
] as const;

/** Tests the given URL and token without storing them, or the stored ones. */
export const checkUpstream = endpoint({
  ...common,
  method: 'POST',
  path: '/station/upstream/check',
  summary: 'Test the connection to a central instance',
  params: nothing,
  query: nothing,
  body: z.object({ url: text(2_048, 1).optional(), token: tokenSchema.optional() }),
  reply: z
    .object({
      isOk: z.boolean(),
      finding: z.enum(CHECK_FINDINGS),
      message: z.string(),
      /** Organisations of the first devices. */
      organisations: z.array(z.string()),
      /** Names of organisations by id, if a record contains them. */
      organisationNames: z.record(z.string(), z.string()),
      devices: z.int().nullable(),
      clockSkewMs: z.number().nullable(),
      /** False if the token is sent unencrypted. */
      isEncrypted: z.boolean().nullable(),
    })
    .meta({ id: 'UpstreamCheck' }),
  errors: ['VALIDATION_FAILED'],
});

export const getSync = endpoint({
  ...common,
  method: 'GET',
  path: '/station/sync',
  summary: 'Get the sync status',
  role: 'viewer',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: syncSchema,
  errors: [],
});

/** Starts a run immediately: skips the backoff, but not a `Retry-After`. */
export const runSync = endpoint({
  ...common,
  method: 'POST',
  path: '/station/sync/run',
  summary: 'Sync now',
  params: nothing,
  query: nothing,
  body: z.object({
    /** True to confirm that many devices were deleted at the central: they are archived here. */
    confirmsRemovals: z.boolean().default(false),
    /** Seconds to wait for the end of the run before answering; 0 answers immediately. */
    waitSec: z.int().min(0).max(120).default(0),
  }),
  reply: syncSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

export const pauseSync = endpoint({
  ...common,
  method: 'POST',
  path: '/station/sync/pause',
  summary: 'Pause sync',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: syncSchema,
  errors: ['CONFLICT'],
});

export const resumeSync = endpoint({
  ...common,
  method: 'POST',
  path: '/station/sync/resume',
  summary: 'Resume sync',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: syncSchema,
  errors: ['CONFLICT'],
});

/**
 * What ends the waiting of a device. `run`: the next run tries it, or tries it again, at `nextRunAt` of the status;
 * `decision`: the conflict about its slot; `slot`: another slot comes first; `person`: somebody must act.
 */
const syncWaitSchema = z.object({
  on: z.enum(['run', 'decision', 'slot', 'person']),
  /** The slot that comes first; otherwise null. */
  deviceId: z.string().nullable(),
  label: z.string().nullable(),
  /**
   * Why somebody must act: `NO_CENTRAL`, `PAUSED`, `SLOT_GONE`, `REFUSED`, or the reason why sync is blocked; otherwise
   * null.
   */
  code: z.string().nullable(),
});
export type SyncWait = z.infer<typeof syncWaitSchema>;

/** How one device is synced. */
export const syncDeviceSchema = z
  .object({
    /** Null if the device was deleted here and the central has not received that yet. */
    id: z.string().nullable(),
    label: z.string().nullable(),
    /** Its id at the central; null if the central does not have it. */
    upstreamId: z.string().nullable(),
    /** True if changes here have not been uploaded. */
    isAhead: z.boolean(),
    /** Parts with changes to upload. */
    wants: z.array(z.enum(['settings', 'label', 'license', 'metadata'])),
    /** True if changes at the central have not been downloaded. */
    isBehind: z.boolean(),
    lifecycle: z.array(z.enum(['enrol', 'unenrol', 'replace', 'delete'])),
    events: z.int(),
    conflicts: z.int(),
    /** What happened to it at the central; null: it is still there. */
    gone: z.enum(['DELETED', 'ARCHIVED', 'REPLACED', 'REASSIGNED', 'OTHER_ORGANISATION']).nullable(),
    failures: z.array(
      z.object({
        kind: z.enum(['desired', 'lifecycle', 'reported', 'read']),
        code: z.string(),
        message: z.string(),
        attempts: z.int(),
        since: instantSchema,
        lastAt: instantSchema,
      }),
    ),
    /** What ends its waiting; null if nothing is pending. */
    waits: syncWaitSchema.nullable(),
    syncedAt: instantSchema.nullable(),
  })
  .meta({ id: 'SyncDevice' });
export type SyncDevice = z.infer<typeof syncDeviceSchema>;

/**
 * Lists devices by their sync status. `waiting`: not the same on both sides; `apart`: the same without those that only
 * have events to upload, plus failed and deleted ones; `stranded`: events cannot be uploaded because the slot was
 * deleted; `all`: every linked device; `unlinked`: those that the central does not know.
 */
export const listSyncDevices = endpoint({
  ...common,
  method: 'GET',
  path: '/station/sync/devices',
  summary: 'List the sync status of devices',
  role: 'viewer',
  params: nothing,
  query: z.object({
    which: z.enum(['waiting', 'apart', 'failed', 'gone', 'stranded', 'unlinked', 'all']).default('waiting'),
    ...pageQuery,
  }),
  body: nothing,
  reply: z.object({ page: z.int(), limit: z.int(), total: z.int(), items: z.array(syncDeviceSchema) }),
  errors: ['VALIDATION_FAILED'],
});

/** Links a device that was created here to one of the central. */
export const linkDevice = endpoint({
  ...common,
  method: 'POST',
  path: '/station/sync/links',
  summary: 'Link a device to its record at the central',
  params: nothing,
  query: nothing,
  body: z.object({ deviceId: deviceIdSchema, upstreamId: text(256, 1) }),
  reply: syncDeviceSchema,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'CONFLICT', 'NOT_FOUND', 'UPSTREAM_UNREACHABLE'],
});

/**
 * Creates slots at the central for devices that it does not know, and links them. Their desired state, headsets and
 * events are uploaded by the next run. Only a Muster central supports it. Idempotent.
 */
export const createCentralSlots = endpoint({
  ...common,
  method: 'POST',
  path: '/station/sync/slots',
  summary: 'Create slots at the central for devices that it does not know',
  params: nothing,
  query: nothing,
  body: z.object({
    /** Absent: all that the central does not know. */
    devicesId: z.array(z.string()).min(1).max(5_000).optional(),
  }),
  reply: z.object({ created: z.int(), failed: z.int() }),
  errors: ['VALIDATION_FAILED', 'CONFLICT', 'UPSTREAM_UNREACHABLE'],
});

/** Retries what failed, for these devices or for all. */
export const retrySync = endpoint({
  ...common,
  method: 'POST',
  path: '/station/sync/retry',
  summary: 'Retry rejected changes',
  params: nothing,
  query: nothing,
  body: z.object({ devicesId: z.array(z.string()).min(1).max(5_000).optional() }),
  reply: syncSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});
