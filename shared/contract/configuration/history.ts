import { z } from 'zod';

import { authorSchema } from '../devices/authors.ts';
import { MAX_BULK_IDS } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { deviceIdSchema } from '../ids.ts';
import { pageQuery, nullableString } from '../primitives.ts';
import { planSchema } from './plans/plans.ts';
import { settingsRowSchema } from './settings/settings-rows.ts';
import * as field from '../fields.ts';

/** An action that changed the desired state of headsets: its author, time, operation and number of headsets. */
export const changeSchema = z
  .object({
    id: field.id,
    at: field.at,
    author: authorSchema.describe('Who made it.'),
    kind: z
      .string()
      .describe(
        '`configure`, `contents`, `files`, `videos`, `identity`, `mac`, `metadata`, `swap`, `plan`, `profile`, `revert`, `repair`, `conflict` or `sync`.',
      ),
    devices: field.devices,
    paths: z
      .array(z.string())
      .describe('Paths of the settings that changed, at most 12, as in the settings catalog.'),
    planId: nullableString.describe('Id of the plan that made the change; null if none did.'),
    reverts: nullableString.describe('Id of the change that this one undid; null if none.'),
    revertedBy: nullableString.describe('Id of the newest change that undid this one; null if none.'),
  })
  .meta({
    id: 'Change',
    description: 'An action that changed headsets: who, when, by which operation, on how many.',
  });
export type Change = z.infer<typeof changeSchema>;

/** Lists the changes, newest first. They are retained for 30 days, and at most 10,000 of them. */
export const listChanges = endpoint('GET /station/changes', {
  summary: 'List changes, newest first',
  tag: 'configuration',
  role: 'viewer',
  query: z.object({ ...pageQuery, deviceId: deviceIdSchema.optional() }),
  reply: field.pageOf(changeSchema),
  errors: ['VALIDATION_FAILED'],
});

export const changeGroupSchema = z
  .object({
    devicesId: field.devicesId,
    rows: z.array(settingsRowSchema).describe('What changes, setting by setting.'),
  })
  .meta({ id: 'ChangeGroup', description: 'Headsets that changed in the same way.' });

export const getChange = endpoint('GET /station/changes/{changeId}', {
  summary: 'Get the details of a change',
  tag: 'configuration',
  role: 'viewer',
  reply: changeSchema.extend({
    groups: z.array(changeGroupSchema).describe('Headsets grouped by what changes for them.'),
    movedIds: z
      .array(z.string())
      .describe('Headsets that changed again since; they refuse the undo unless `moved` says otherwise.'),
  }),
  errors: ['NOT_FOUND'],
});

/**
 * Undoes a change, as a plan: applied at once, or with `apply: false` only previewed. Headsets that changed since
 * refuse it (409) unless `moved` is to skip or overwrite them.
 */
export const revertChange = endpoint('POST /station/changes/{changeId}/revert', {
  summary: 'Undo a change',
  tag: 'configuration',
  body: z.object({
    devicesId: z
      .array(z.string())
      .min(1)
      .max(MAX_BULK_IDS)
      .optional()
      .describe('Only these of its headsets.'),
    moved: z
      .enum(['refuse', 'skip', 'overwrite'])
      .default('refuse')
      .describe('What to do with headsets that changed since: refuse, skip them, or overwrite.'),
    apply: z.boolean().default(true).describe('False to create the plan only.'),
  }),
  reply: planSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});
