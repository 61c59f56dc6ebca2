import { z } from 'zod';

import { deviceIdSchema } from '../ids.ts';
import { endpoint } from '../endpoint.ts';
import { instantSchema, nothing, pageQuery, text } from '../primitives.ts';

const common = { tag: 'station', isExtension: true, access: ['enterprise'] } as const;

/** A token of the central: one word that fits a header. */
const tokenSchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,8192}$/, 'Must be 1 to 8,192 printable characters without spaces');

/** Which of the central's devices come to this station: all where nothing is said. */
const partSchema = z.object({
  /** `*` stands for any text; upper and lower case are the same. */
  namePattern: text(256, 1).optional(),
  /** The id or the label of a group, as metadata names it: a site, a class, a cart. */
  group: text(256, 1).optional(),
});

const reasonSchema = z.object({
  /** Stable. */
  code: z.string(),
  message: z.string(),
});

/** What sync does now. `off`: no central is set. */
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

/** The central as it is shown: never its token. */
const upstreamSchema = z.object({
  url: z.string(),
  /** The organisation there; null until the first answer named it. */
  enterpriseId: z.string().nullable(),
  /** What it is called there; null until a record named it. */
  enterpriseName: z.string().nullable(),
  part: partSchema.nullable(),
  isSetByFlags: z.boolean(),
  /** True where slots can be created there for devices that it does not know: at a Muster central. */
  createsSlots: z.boolean(),
});

/** How far the station and its central agree. */
export const syncSchema = z
  .object({
    state: syncStateSchema,
    /** Why it is offline or blocked, and what to do. */
    reason: reasonSchema.nullable(),
    /** Of what is pulled or pushed; `leftSec`: about how long it still takes, null where that cannot be said yet. */
    progress: z.object({ done: z.int(), total: z.int(), leftSec: z.int().nullable() }).nullable(),
    upstream: upstreamSchema.nullable(),
    /** When everything had been pulled for the first time. */
    pulledAt: instantSchema.nullable(),
    upToDateAt: instantSchema.nullable(),
    lastContactAt: instantSchema.nullable(),
    nextRunAt: instantSchema.nullable(),
    /** How far the central's clock is ahead of this computer's, in ms. */
    clockSkewMs: z.number().nullable(),
    /** Devices at the central that this station works on. */
    linked: z.int(),
    /** Devices that the central does not know. */
    unlinked: z.int(),
    /** Devices that are not at the central any more. */
    gone: z.int(),
    /** What the central does not know yet. */
    waiting: z.object({
      /** Devices whose wanted state was changed here. */
      desired: z.int(),
      /** Headsets enrolled, released, replaced or deleted here. */
      lifecycle: z.int(),
      /** Of these, how many wait for a conflict to be decided. */
      held: z.int(),
      events: z.int(),
      /** Devices that the central is known to have changed. */
      toRead: z.int(),
    }),
    /** Events of slots that are gone at the central: nobody takes them there, and they stay here. */
    stranded: z.object({ events: z.int(), slots: z.int() }),
    conflicts: z.int(),
    failures: z.int(),
    setAside: z.int(),
  })
  .meta({ id: 'Sync' });
export type Sync = z.infer<typeof syncSchema>;

/** Sets the central. Its token is kept sealed and never shown; without one the known one stays while the origin does. */
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
    /** The organisation there, where the token reaches several. Absent: as its answers say. */
    enterpriseId: text(128, 1).nullish(),
    part: partSchema.nullish(),
    /** True forgets what ties the devices here to those of the central so far. The devices stay. */
    startsOver: z.boolean().default(false),
  }),
  reply: syncSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/** Forgets address and token. What ties the devices to those of the central stays, for when it is set again. */
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
  'STOPPED',
] as const;

/** Tries address and token, without keeping them. Absent: those that are set. */
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
      /** The organisations of the first devices. */
      organisations: z.array(z.string()),
      /** What they are called, by their ids, where a record says so. */
      organisationNames: z.record(z.string(), z.string()),
      devices: z.int().nullable(),
      clockSkewMs: z.number().nullable(),
      /** False where the token travels in the clear. */
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

/** Skips the backoff once, never a `Retry-After`. */
export const runSync = endpoint({
  ...common,
  method: 'POST',
  path: '/station/sync/run',
  summary: 'Sync now',
  params: nothing,
  query: nothing,
  body: z.object({
    /** True where it is right that many devices are not at the central any more: they are archived here. */
    confirmsRemovals: z.boolean().default(false),
    /** Answer once sync has come to rest, or after so many seconds; 0: at once. */
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

/** How one device stands. */
export const syncDeviceSchema = z
  .object({
    /** Null where the device was deleted here and the central does not know it yet. */
    id: z.string().nullable(),
    label: z.string().nullable(),
    /** Its id at the central; null where the central does not know it. */
    upstreamId: z.string().nullable(),
    /** True where something is wanted of it that the central does not know. */
    isAhead: z.boolean(),
    /** What of it that is: as far as a person tells parts apart. */
    wants: z.array(z.enum(['settings', 'label', 'license', 'metadata'])),
    /** True where the central is known to have changed it. */
    isBehind: z.boolean(),
    lifecycle: z.array(z.enum(['enrol', 'unenrol', 'replace', 'delete'])),
    events: z.int(),
    conflicts: z.int(),
    /** What became of it at the central; null: it is there. */
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
    syncedAt: instantSchema.nullable(),
  })
  .meta({ id: 'SyncDevice' });
export type SyncDevice = z.infer<typeof syncDeviceSchema>;

/**
 * Devices that are not the same on both sides; `apart` lists those of them that somebody may want to know of (nothing
 * but events to tell is no such thing), with what failed and what is gone; `stranded` those whose events nobody takes
 * because their slot is gone; `all` every linked one, `unlinked` those that the central does not know.
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

/** Ties a device that was made here to one of the central, by hand. */
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
 * Creates slots at the central for devices that it does not know, and links them: what is wanted of them, their headsets and
 * their events go up with the next run. Only at a Muster central; repeated, it does nothing twice.
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

/** Tries again what failed, of these devices or of all. */
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
