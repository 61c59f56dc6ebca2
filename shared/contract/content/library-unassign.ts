import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { sha256Schema } from './library.ts';
import { nothing } from '../primitives.ts';
import { DEPLOYMENT_STATUSES } from '../configuration/settings.ts';

/**
 * What taking an item away means for a headset. `taken`: it is no longer assigned there. `kept`: it is the application of
 * the kiosk that is on there, so it stays. `notAssigned`: it never was.
 */
export const UNASSIGNED = ['taken', 'kept', 'notAssigned'] as const;

const unassignedSchema = z
  .object({
    deviceId: z.string(),
    outcome: z.enum(UNASSIGNED),
    /** How far it had come there; null where it is not assigned, or over and gone. */
    status: z.enum(DEPLOYMENT_STATUSES).nullable(),
  })
  .meta({ id: 'Unassigned' });
export type Unassigned = z.infer<typeof unassignedSchema>;

/**
 * Takes an item of the library away from headsets: every entry of their settings whose address stands for these bytes goes,
 * in one change that can be undone. The item stays in the library. With `dryRun` it only says what would follow.
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
    /** One for each headset that was asked for and is there, in the order asked. */
    items: z.array(unassignedSchema),
    invalidIds: z.array(z.string()),
    /** The entry in the history, by which it is undone; null where nothing changed. */
    changeId: z.string().nullable(),
  }),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'BATCH_TOO_LARGE'],
});
