import { z } from 'zod';

import { deviceIdSchema } from '../ids.ts';
import { endpoint } from '../endpoint.ts';
import { instantSchema, isShallow, nothing, pageQuery, text } from '../primitives.ts';

const common = { tag: 'station', isExtension: true, access: ['enterprise'] } as const;

const sideSchema = z.enum(['here', 'there']);
const idSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not an id');

/**
 * A value that changed on both sides, or a slot that two headsets enrolled into. Passwords are removed from the
 * values.
 */
export const syncConflictSchema = z
  .object({
    id: z.string(),
    deviceId: z.string().nullable(),
    label: z.string().nullable(),
    kind: z.enum(['field', 'enrolment']),
    /** Path of the value: `settings`, `display`, `brightness`. */
    path: z.array(z.string()),
    /** Last common value; absent if there was none. */
    base: z.unknown().optional(),
    here: z.unknown().optional(),
    there: z.unknown().optional(),
    /** The side that applies until somebody decides. */
    winner: z.enum(['here', 'there', 'none']),
    /** The decision; null while it is open. */
    taken: z.enum(['here', 'there', 'value']).nullable(),
    createdAt: instantSchema,
    resolvedAt: instantSchema.nullable(),
    /** The newer conflict at the same path whose decision resolved this one. */
    settledBy: z.string().nullable(),
    /** For two enrolments: the slot at the central, and since when the headset here is in it. */
    enrolment: z
      .object({
        upstreamId: z.string().nullable(),
        hereSince: instantSchema.nullable(),
        /** True if the slot was removed at the central. */
        isSlotGone: z.boolean(),
        /** The headset of the central, as its record said when the conflict was found; null if it said nothing. */
        there: z
          .object({
            /** Where the central has it: this slot, or another one if the headset here is in two. */
            slotId: z.string(),
            slotLabel: z.string().nullable(),
            model: z.string().nullable(),
            enrolledAt: instantSchema.nullable(),
            lastHeartbeatAt: instantSchema.nullable(),
          })
          .nullable(),
        /** The headset here. */
        hereModel: z.string().nullable(),
        hereHeartbeatAt: instantSchema.nullable(),
        /** Free slots for the headset that gives way, those of the same cart first; none once it is decided. */
        freeSlots: z.array(z.object({ id: z.string(), label: z.string().nullable() })),
      })
      .nullable(),
    /**
     * True if the decision cannot be changed any more: the device was deleted, or the headset that gives way was told
     * to leave.
     */
    isFinal: z.boolean(),
  })
  .meta({ id: 'SyncConflict' });
export type SyncConflict = z.infer<typeof syncConflictSchema>;

export const listConflicts = endpoint({
  ...common,
  method: 'GET',
  path: '/station/sync/conflicts',
  summary: 'List sync conflicts',
  params: nothing,
  query: z.object({ status: z.enum(['open', 'resolved']).default('open'), ...pageQuery }),
  body: nothing,
  reply: z.object({ page: z.int(), limit: z.int(), total: z.int(), items: z.array(syncConflictSchema) }),
  errors: ['VALIDATION_FAILED'],
});

/**
 * Decides a conflict; the decision can be changed until it is final. `value` uses neither side. The decision about a
 * slot can be changed until the headset that gives way was told to leave: only the person who has it at hand could
 * enrol it again.
 */
export const resolveConflict = endpoint({
  ...common,
  method: 'POST',
  path: '/station/sync/conflicts/{conflictId}/resolve',
  summary: 'Resolve a conflict',
  params: z.object({ conflictId: idSchema }),
  query: nothing,
  body: z.object({
    take: sideSchema,
    /** For two headsets in one slot: the free slot for the other one. Absent: it is told to leave. */
    slotId: deviceIdSchema.optional(),
    value: z.unknown().refine(isShallow, 'Must not be nested so deep').optional(),
  }),
  reply: syncConflictSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});

/**
 * Decides many at once: those named, even if decided before, or all open ones; with both filters, those that match
 * both.
 */
export const resolveConflicts = endpoint({
  ...common,
  method: 'POST',
  path: '/station/sync/conflicts/resolve',
  summary: 'Resolve many conflicts by a rule',
  params: nothing,
  query: nothing,
  body: z.object({
    take: sideSchema,
    conflictsId: z.array(idSchema).min(1).max(5_000).optional(),
    /** Only those of this device. */
    deviceId: deviceIdSchema.optional(),
    /** Only those below this path, such as `["settings", "wifi"]`. */
    path: z.array(text(512)).max(8).optional(),
  }),
  reply: z.object({ resolved: z.int(), failed: z.int() }),
  errors: ['VALIDATION_FAILED'],
});
