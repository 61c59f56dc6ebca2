import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import * as field from '../fields.ts';

/** Parts of a device record that people distinguish. */
const partSchema = z.enum(['settings', 'label', 'license', 'metadata']);
export type WaitingPart = z.infer<typeof partSchema>;

/** Maximum number of values in a reply. */
export const MAX_PENDING_SHOWN = 500;

/**
 * Lists the changes of one device that the central has not received, value by value. Passwords are removed from the
 * values.
 */
export const getSyncWaiting = endpoint('GET /station/sync/devices/{deviceId}/waiting', {
  summary: 'List the pending changes of a device',
  reply: z.object({
    items: z
      .array(
        z.object({
          part: partSchema.describe('Part of the device record.'),
          path: z.array(z.string()).describe('Path of the value: `settings`, `display`, `brightness`.'),
          here: z.unknown().optional().describe('Value on this station; absent if there is none.'),
          there: z.unknown().optional().describe('Value at the central; absent if there is none.'),
        }),
      )
      .describe('The first 500 values.'),
    total: field.total,
  }),
  errors: ['DEVICE_NOT_FOUND'],
});

/**
 * Discards pending changes: the last values of the central are applied as an ordinary change of the device, for all
 * parts or those named. A device without pending changes stays unchanged.
 */
export const dropWaiting = endpoint('POST /station/sync/drop', {
  summary: 'Discard pending changes',
  body: z.object({
    devicesId: z.array(z.string()).min(1).max(5_000).describe('Ids of the device records.'),
    parts: z.array(partSchema).min(1).optional().describe('Parts to discard; absent for all.'),
  }),
  reply: z.object({
    taken: z.int().describe('Devices whose changes were discarded.'),
    failed: field.failed,
  }),
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});
