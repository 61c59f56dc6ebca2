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
    /** The side that applies until someone decides. */
    winner: z.enum(['here', 'there', 'none']),
    /** The decision; null while it is open. */
    taken: z.enum(['here', 'there', 'value']).nullable(),
    createdAt: instantSchema,
    resolvedAt: instantSchema.nullable(),
    /** The newer conflict about the same value whose decision resolved this one. */
    settledBy: z.string().nullable(),
    /** For two headsets in one slot: the slot at the central, and since when the local headset is in it. */
    enrolment: z
      .object({
        upstreamId: z.string().nullable(),
        hereSince: instantSchema.nullable(),
        /** True if the slot was deleted at the central. */
        isSlotGone: z.boolean(),
        /**
         * The headset at the central, from its record when the conflict was found; null if the record did not contain
         * it.
         */
        there: z
          .object({
            /** Where the central has it: this slot, or another one if the local headset is in two. */
            slotId: z.string(),
            slotLabel: z.string().nullable(),
            model: z.string().nullable(),
            /** The station that enrolled it, if the central says so. */
            station: z.string().nullable(),
            by: z.string().nullable(),
            profile: z.string().nullable(),
            enrolledAt: instantSchema.nullable(),
            lastHeartbeatAt: instantSchema.nullable(),
          })
          .nullable(),
        /** The local headset. */
        hereStation: z.string().nullable(),
        hereBy: z.string().nullable(),
        hereProfile: z.string().nullable(),
        /** Events since it was enrolled in the slot. */
        hereEvents: z.int(),
        hereModel: z.string().nullable(),
        hereHeartbeatAt: instantSchema.nullable(),
        /** Free slots for the headset that loses, those of the same cart first; empty once it is decided. */
        freeSlots: z.array(z.object({ id: z.string(), label: z.string().nullable() })),
      })
      .nullable(),
    /**
     * True if the decision can no longer be changed: the device was deleted, or the losing headset has received its
     * order to un-enrol.
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
 * slot is final once the losing headset has received its order to un-enrol: only the person who has it at hand could
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
    /** For two headsets in one slot: a free slot for the losing one. Absent: it is un-enrolled. */
    slotId: deviceIdSchema.optional(),
    value: z.unknown().refine(isShallow, 'Must not be nested so deep').optional(),
  }),
  reply: syncConflictSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});

/**
 * Decides many at once: the given ones, even if decided before, or all open ones. With both filters, a conflict must
 * match both.
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
