import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { sha256Schema } from './library.ts';
import { nullableString } from '../primitives.ts';
import { DEPLOYMENT_STATUSES } from '../configuration/settings/settings-entries.ts';
import * as field from '../fields.ts';

/**
 * Result of removing an item from a headset. `taken`: no longer assigned. `kept`: it is the application of an active
 * kiosk. `notAssigned`: it was not assigned.
 */
export const UNASSIGNED = ['taken', 'kept', 'notAssigned'] as const;

const unassignedSchema = z
  .object({
    deviceId: field.deviceId,
    outcome: z
      .enum(UNASSIGNED)
      .describe(
        '`taken`: removed; `kept`: it is the application of an active kiosk; `notAssigned`: it was not assigned.',
      ),
    status: z
      .enum(DEPLOYMENT_STATUSES)
      .nullable()
      .describe('Deployment status before; null if it was not assigned.'),
  })
  .meta({ id: 'Unassigned', description: 'Result of removing an item from one headset.' });
export type Unassigned = z.infer<typeof unassignedSchema>;

/**
 * Removes an item of the library from headsets: every entry in their settings whose URL stands for these bytes, in
 * one change that can be undone. The item stays in the library. With `dryRun` it only reports the result.
 */
export const unassignLibraryItem = endpoint('POST /station/library/{sha256}/unassign', {
  summary: 'Remove a library item from headsets',
  params: z.object({ sha256: sha256Schema }),
  body: z.object({
    devicesId: z.array(z.string()).min(1).describe('Ids of the device records.'),
    dryRun: z.boolean().optional().describe('True to report the result without changing anything.'),
  }),
  needsBody: true,
  reply: z.object({
    dryRun: z.boolean().describe('True to report the result without changing anything.'),
    items: z
      .array(unassignedSchema)
      .describe('One for each requested headset that exists, in the order of the request.'),
    invalidIds: field.invalidIds,
    changeId: nullableString.describe(
      'Id of the change in the history, with which it can be undone; null if nothing changed.',
    ),
  }),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'BATCH_TOO_LARGE'],
});
