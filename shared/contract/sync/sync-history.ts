import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { instantSchema, nothing, pageQuery } from '../primitives.ts';

const common = { tag: 'station', isExtension: true, access: ['enterprise'] } as const;

export const listSetAside = endpoint({
  ...common,
  method: 'GET',
  path: '/station/sync/set-aside',
  summary: 'List records of the central that cannot be used',
  params: nothing,
  query: z.object(pageQuery),
  body: nothing,
  reply: z.object({
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    items: z.array(
      z
        .object({
          upstreamId: z.string(),
          label: z.string().nullable(),
          code: z.string(),
          message: z.string(),
          since: instantSchema,
          lastAt: instantSchema,
        })
        .meta({ id: 'SetAside' }),
    ),
  }),
  errors: ['VALIDATION_FAILED'],
});

const count = z.int().optional();

/** One run. Counts that are zero are absent. */
export const syncRunSchema = z
  .object({
    id: z.string(),
    cause: z.string(),
    startedAt: instantSchema,
    endedAt: instantSchema.nullable(),
    outcome: z.enum(['done', 'cut', 'blocked', 'stopped']).nullable(),
    reason: z.object({ code: z.string(), message: z.string() }).nullable(),
    counts: z.object({
      requests: count,
      arrived: count,
      taken: count,
      pushed: count,
      lifecycle: count,
      reported: count,
      events: count,
      conflicts: count,
      setAside: count,
      failed: count,
    }),
  })
  .meta({ id: 'SyncRun' });

export const listSyncRuns = endpoint({
  ...common,
  method: 'GET',
  path: '/station/sync/runs',
  summary: 'List past syncs, newest first',
  role: 'viewer',
  params: nothing,
  query: z.object(pageQuery),
  body: nothing,
  reply: z.object({ page: z.int(), limit: z.int(), total: z.int(), items: z.array(syncRunSchema) }),
  errors: ['VALIDATION_FAILED'],
});

/** Returns what one run did, device by device: uploads, downloads, conflicts, and which side won. */
export const getSyncReport = endpoint({
  ...common,
  method: 'GET',
  path: '/station/sync/report',
  summary: 'Get the report of a sync',
  role: 'viewer',
  params: nothing,
  query: z.object({
    /** Absent: the newest run. */
    runId: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not an id')
      .optional(),
  }),
  body: nothing,
  reply: z.object({
    run: syncRunSchema,
    lines: z.array(
      z.object({
        at: instantSchema,
        direction: z.enum(['up', 'down', 'conflict', 'aside', 'failed']),
        deviceId: z.string(),
        label: z.string().nullable(),
        what: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

/**
 * Returns events whose slot was deleted at the central and which therefore stay here, complete, for saving to a file.
 */
export const getStranded = endpoint({
  ...common,
  method: 'GET',
  path: '/station/sync/stranded',
  summary: 'Get the events whose slot was deleted at the central',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: z.object({
    savedAt: instantSchema,
    slots: z.array(
      z.object({
        /** Null if the device was deleted here as well. */
        id: z.string().nullable(),
        label: z.string().nullable(),
        upstreamId: z.string().nullable(),
        gone: z.string().nullable(),
        events: z.array(
          z.object({
            eventId: z.string(),
            type: z.string(),
            timestamp: instantSchema,
            enrolmentId: z.string().nullable(),
            payload: z.unknown(),
          }),
        ),
      }),
    ),
  }),
  errors: [],
});
