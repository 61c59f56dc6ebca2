import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { sha256Schema } from './library.ts';
import { nothing } from '../primitives.ts';
import { DEPLOYMENT_STATUSES } from '../configuration/settings/settings.ts';

/**
 * Result of removing an item from a headset. `taken`: no longer assigned. `kept`: it is the application of an active
 * kiosk. `notAssigned`: it was not assigned.
 */
export const UNASSIGNED = ['taken', 'kept', 'notAssigned'] as const;

const unassignedSchema = z
  .object({
    deviceId: z.string(),
    outcome: z.enum(UNASSIGNED),
    /** Deployment status before; null if it was not assigned, or had expired and was removed. */
    status: z.enum(DEPLOYMENT_STATUSES).nullable(),
  })
  .meta({ id: 'Unassigned' });
export type Unassigned = z.infer<typeof unassignedSchema>;

/**
 * Removes an item of the library from headsets: every entry in their settings whose URL stands for these bytes, in
 * one change that can be undone. The item stays in the library. With `dryRun` it only reports the result.
 */
export const unassignLibraryItem = endpoint({
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
  method: 'POST',
  path: '/station/library/{sha256}/unassign',
  summary: 'Remove a library item from headsets',
  params: z.object({ sha256: sha256Schema }),
  query: nothing,
  body: z.object({ devicesId: z.array(z.string()).min(1), dryRun: z.boolean().optional() }),
  needsBody: true,
  reply: z.object({
    dryRun: z.boolean(),
    /** One for each requested headset that exists, in the order of the request. */
    items: z.array(unassignedSchema),
    invalidIds: z.array(z.string()),
    /** The change in the history, with which it can be undone; null if nothing changed. */
    changeId: z.string().nullable(),
  }),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'BATCH_TOO_LARGE'],
});
