import { z } from 'zod';

import { authorSchema } from '../devices/authors.ts';
import { MAX_BULK_IDS } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { deviceIdSchema, entityIdSchema } from '../ids.ts';
import { instantSchema, nothing, pageQuery } from '../primitives.ts';
import { planSchema } from './plans.ts';
import { settingsRowSchema } from './settings/settings-rows.ts';

const common = {
  tag: 'configuration',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
} as const;
const changeParams = z.object({ changeId: entityIdSchema });

/** An action that changed the desired state of headsets: its author, time, operation and number of headsets. */
export const changeSchema = z
  .object({
    id: z.string(),
    at: instantSchema,
    author: authorSchema,
    /** One of `CHANGE_KINDS`. */
    kind: z.string(),
    devices: z.int(),
    /** Paths that changed, at most 12, as in the settings catalog, or `label`, `license`, `metadata.<namespace>`. */
    paths: z.array(z.string()),
    planId: z.string().nullable(),
    reverts: z.string().nullable(),
    revertedBy: z.string().nullable(),
  })
  .meta({ id: 'Change' });
export type Change = z.infer<typeof changeSchema>;

/** Lists the changes, newest first. They are retained for 30 days, and at most 10,000 of them. */
export const listChanges = endpoint({
  ...common,
  method: 'GET',
  path: '/station/changes',
  summary: 'List changes, newest first',
  role: 'viewer',
  params: nothing,
  query: z.object({ ...pageQuery, deviceId: deviceIdSchema.optional() }),
  body: nothing,
  reply: z.object({ page: z.int(), limit: z.int(), total: z.int(), items: z.array(changeSchema) }),
  errors: ['VALIDATION_FAILED'],
});

/** Headsets that changed in the same way, with the values before and after. */
export const changeGroupSchema = z
  .object({ devicesId: z.array(z.string()), rows: z.array(settingsRowSchema) })
  .meta({ id: 'ChangeGroup' });

export const getChange = endpoint({
  ...common,
  method: 'GET',
  path: '/station/changes/{changeId}',
  summary: 'Get the details of a change',
  role: 'viewer',
  params: changeParams,
  query: nothing,
  body: nothing,
  reply: changeSchema.extend({
    groups: z.array(changeGroupSchema),
    /** Headsets that changed again since. Undoing leaves them unchanged unless told otherwise. */
    movedIds: z.array(z.string()),
  }),
  errors: ['NOT_FOUND'],
});

/**
 * Undoes a change, as a plan: applied at once, or with `apply: false` only previewed. Headsets that changed since
 * refuse it (409) unless `moved` is to skip or overwrite them.
 */
export const revertChange = endpoint({
  ...common,
  method: 'POST',
  path: '/station/changes/{changeId}/revert',
  summary: 'Undo a change',
  params: changeParams,
  query: nothing,
  body: z.object({
    /** Only these of its headsets. */
    devicesId: z.array(z.string()).min(1).max(MAX_BULK_IDS).optional(),
    moved: z.enum(['refuse', 'skip', 'overwrite']).default('refuse'),
    apply: z.boolean().default(true),
  }),
  reply: planSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});
