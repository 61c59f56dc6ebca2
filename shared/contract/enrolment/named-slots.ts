import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { errorBodySchema } from '../errors.ts';
import { deviceIdSchema } from '../ids.ts';
import { nothing, text } from '../primitives.ts';

/** Maximum number of slots per request. */
export const MAX_NAMED_SLOTS = 500;

/**
 * Creates slots under ids that the caller chose, so that a repeated request creates nothing twice: a station uses it to
 * create its existing slots at its central. An id that is or was in use is refused for that slot only.
 */
export const createNamedSlots = endpoint({
  method: 'POST',
  path: '/station/slots/named',
  summary: 'Create slots under given ids',
  servesPartners: true,
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
          /** The model by its name; an unknown one is skipped. */
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
