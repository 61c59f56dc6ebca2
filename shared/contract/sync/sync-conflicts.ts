import { z } from 'zod';

import { deviceIdSchema } from '../ids.ts';
import { endpoint } from '../endpoint.ts';
import { instantSchema, isShallow, nothing, pageQuery, text } from '../primitives.ts';

const common = { tag: 'station', isExtension: true, access: ['enterprise'] } as const;

const sideSchema = z.enum(['here', 'there']);
const idSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not an id');

/** A value that was changed on both sides, or a slot that two headsets took. Passwords are left out of the values. */
export const syncConflictSchema = z
  .object({
    id: z.string(),
    deviceId: z.string().nullable(),
    label: z.string().nullable(),
    kind: z.enum(['field', 'enrolment']),
    /** Where the value stands: `settings`, `display`, `brightness`. */
    path: z.array(z.string()),
    /** What both sides had last; absent values are absent. */
    base: z.unknown().optional(),
    here: z.unknown().optional(),
    there: z.unknown().optional(),
    /** What holds until somebody decides. */
    winner: z.enum(['here', 'there', 'none']),
    /** What was decided; null while it is open. */
    taken: z.enum(['here', 'there', 'value']).nullable(),
    createdAt: instantSchema,
    resolvedAt: instantSchema.nullable(),
    /** The newer conflict at the same place whose decision settled this one. */
    settledBy: z.string().nullable(),
    /** Of two enrolments: the slot at the central, and since when the headset here is in it. */
    enrolment: z
      .object({
        upstreamId: z.string().nullable(),
        hereSince: instantSchema.nullable(),
        /** True where the slot is not at the central any more. */
        isSlotGone: z.boolean(),
        /** The headset that the central has, as its record said when this was found; null where it said nothing. */
        there: z
          .object({
            /** Where the central has it: this slot, or another one where the headset here is in two. */
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
     * True where it was decided and cannot be turned round any more: the device was deleted, or the headset that was to give
     * way was told to leave.
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
 * Decides a conflict; the other way round as often as one likes, while it is not final. `value` takes neither side. Who has a
 * place can be turned round until the headset that gives way was told: nobody but the person who holds it can bring it back.
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
    /** Where two headsets took one slot: the free slot that the other one gets. Absent: it is told to leave. */
    slotId: deviceIdSchema.optional(),
    value: z.unknown().refine(isShallow, 'Must not be nested so deep').optional(),
  }),
  reply: syncConflictSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});

/** Decides many at once: those that are named, again where they were decided before, or all that are open; of both those that fit. */
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
    /** Only of this device. */
    deviceId: deviceIdSchema.optional(),
    /** Only below this path, such as `["settings", "wifi"]`. */
    path: z.array(text(512)).max(8).optional(),
  }),
  reply: z.object({ resolved: z.int(), failed: z.int() }),
  errors: ['VALIDATION_FAILED'],
});
