import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { errorBodySchema } from '../errors.ts';
import { deviceIdSchema } from '../ids.ts';
import { nothing, text } from '../primitives.ts';

/** Slots that one request may name. */
export const MAX_NAMED_SLOTS = 500;

/**
 * Creates slots under ids that the caller chose, so that a repeated request creates nothing twice: how a station brings
 * slots to its central that it had before it. An id that is in use already, or was, is refused for that slot alone.
 */
export const createNamedSlots = endpoint({
  method: 'POST',
  path: '/station/slots/named',
  summary: 'Create slots under given ids',
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
  params: nothing,
  query: nothing,
  body: z.object({
    slots: z
      .array(
        z.object({
          id: deviceIdSchema,
          label: text(256).nullable(),
          /** The model by its name; one that is not known here is left out. */
          type: text(128, 1).nullable(),
        }),
      )
      .min(1)
      .max(MAX_NAMED_SLOTS),
  }),
  reply: z.array(
    z.object({
      id: z.string(),
      success: z.boolean(),
      error: errorBodySchema.pick({ code: true, message: true }).optional(),
    }),
  ),
  errors: ['VALIDATION_FAILED'],
});
