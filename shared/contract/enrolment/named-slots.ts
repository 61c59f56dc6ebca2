import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { failureSchema } from '../errors.ts';
import { deviceIdSchema } from '../ids.ts';
import { text } from '../primitives.ts';
import * as field from '../fields.ts';

/** Maximum number of slots per request. */
export const MAX_NAMED_SLOTS = 500;

/**
 * Creates slots under ids that the caller chose, so that a repeated request creates nothing twice: a station uses it to
 * create its existing slots at its central. An id that is or was in use is refused for that slot only.
 */
export const createNamedSlots = endpoint('POST /station/slots/named', {
  summary: 'Create slots under given ids',
  servesPartners: true,
  body: z.object({
    slots: z
      .array(
        z.object({
          id: deviceIdSchema.describe('Identifier, unique in the station.'),
          label: text(256).nullable().describe('Name shown to people, such as the label of a slot.'),
          type: text(128, 1).nullable().describe('The model by its name; an unknown one is skipped.'),
        }),
      )
      .min(1)
      .max(MAX_NAMED_SLOTS)
      .describe('The slots to create, with the ids and labels that they have at the station.'),
  }),
  reply: z.array(
    z.object({
      id: field.id,
      success: z.boolean().describe('True if the operation succeeded.'),
      error: failureSchema,
    }),
  ),
  errors: ['VALIDATION_FAILED'],
});
