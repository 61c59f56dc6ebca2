import { z } from 'zod';

import { deviceIdSchema } from '../ids.ts';
import { endpoint } from '../endpoint.ts';
import { instantSchema, isShallow, pageQuery, text, nullableString } from '../primitives.ts';
import * as field from '../fields.ts';

const sideSchema = z.enum(['here', 'there']).describe('Side whose value to use.');
const idSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not an id');

export const syncConflictSchema = z
  .object({
    id: field.id,
    deviceId: nullableString.describe('Id of the device; null if it was deleted.'),
    label: field.label,
    kind: z.enum(['field', 'enrolment']).describe('A value (`field`) or a slot (`enrolment`).'),
    path: z.array(z.string()).describe('Path of the value: `settings`, `display`, `brightness`.'),
    base: z.unknown().optional().describe('Last common value; absent if there was none.'),
    here: z.unknown().optional().describe('Value on this station; absent if there is none.'),
    there: z.unknown().optional().describe('Value at the central; absent if there is none.'),
    winner: z
      .enum(['here', 'there', 'none'])
      .describe('Side whose value applies until the conflict is resolved.'),
    taken: z.enum(['here', 'there', 'value']).nullable().describe('Decision; null while it is open.'),
    createdAt: field.createdAt,
    resolvedAt: instantSchema.nullable().describe('When it was resolved; null while it is open.'),
    settledBy: nullableString.describe(
      'Id of the conflict about the same value whose decision resolved this one; null if none.',
    ),
    enrolment: z
      .object({
        upstreamId: field.upstreamId,
        hereSince: instantSchema
          .nullable()
          .describe('Since when the headset of this station is in the slot; null if unknown.'),
        isSlotGone: z.boolean().describe('True if the slot was deleted at the central.'),
        there: z
          .object({
            slotId: z
              .string()
              .describe('Id of the slot: this one, or another one if the local headset is in two.'),
            slotLabel: nullableString.describe('Label of the slot; null if it has none.'),
            model: field.model,
            station: nullableString.describe('Station that enrolled it; null if the central does not say.'),
            by: nullableString.describe(
              'Who issued the code with which it enrolled; null if the central does not say.',
            ),
            profile: nullableString.describe(
              'Profile of the slot when it enrolled; null if the central does not say.',
            ),
            enrolledAt: field.enrolledAt,
            lastHeartbeatAt: field.lastHeartbeatAt,
          })
          .nullable()
          .describe('Headset that the central has; null if it reports none.'),
        hereStation: nullableString.describe('Name of this station; null if it has none yet.'),
        hereBy: nullableString.describe(
          'Who issued the code with which the headset of this station enrolled; null if unknown.',
        ),
        hereProfile: nullableString.describe('Profile of the slot at this station; null if it has none.'),
        hereEvents: z.int().describe('Events of the headset of this station since it enrolled.'),
        hereModel: nullableString.describe('Model of the headset of this station; null if unknown.'),
        hereHeartbeatAt: instantSchema
          .nullable()
          .describe('When the headset of this station last sent a heartbeat; null if never.'),
        freeSlots: z
          .array(z.object({ id: field.id, label: field.label }))
          .describe('Free slots for the headset that loses the conflict, those of the same cart first.'),
      })
      .nullable()
      .describe('Both headsets of a slot; null for values.'),
    isFinal: z
      .boolean()
      .describe(
        'True if the decision can no longer be changed: the device was deleted, or the losing headset has its order to un-enrol.',
      ),
  })
  .meta({
    id: 'SyncConflict',
    description:
      'A value that changed on both sides, or a slot that two headsets enrolled into. Contains no passwords.',
  });
export type SyncConflict = z.infer<typeof syncConflictSchema>;

export const listConflicts = endpoint('GET /station/sync/conflicts', {
  summary: 'List sync conflicts',
  query: z.object({ status: z.enum(['open', 'resolved']).default('open'), ...pageQuery }),
  reply: field.pageOf(syncConflictSchema),
  errors: ['VALIDATION_FAILED'],
});

/**
 * Decides a conflict; the decision can be changed until it is final. `value` uses neither side. The decision about a
 * slot is final once the losing headset has received its order to un-enrol: only the person who has it at hand could
 * enrol it again.
 */
export const resolveConflict = endpoint('POST /station/sync/conflicts/{conflictId}/resolve', {
  summary: 'Resolve a conflict',
  body: z.object({
    take: sideSchema,
    slotId: deviceIdSchema
      .optional()
      .describe('Free slot for the headset that loses the conflict; absent to un-enrol it.'),
    value: z
      .unknown()
      .refine(isShallow, 'Must not be nested so deep')
      .optional()
      .describe('Another value to use instead of both.'),
  }),
  reply: syncConflictSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});

/**
 * Decides many at once: the given ones, even if decided before, or all open ones. Of several about one value, the newest
 * is decided and settles the others. With both filters, a conflict must match both.
 */
export const resolveConflicts = endpoint('POST /station/sync/conflicts/resolve', {
  summary: 'Resolve many conflicts by a rule',
  body: z.object({
    take: sideSchema,
    conflictsId: z
      .array(idSchema)
      .min(1)
      .max(5_000)
      .optional()
      .describe('Conflicts to resolve; absent for all open ones.'),
    deviceId: deviceIdSchema.optional().describe('Only conflicts of this device.'),
    path: z
      .array(text(512))
      .max(8)
      .optional()
      .describe('Only conflicts below this path, such as `["settings", "wifi"]`.'),
  }),
  reply: z.object({ resolved: z.int().describe('Number of conflicts resolved.'), failed: field.failed }),
  errors: ['VALIDATION_FAILED'],
});
