import { z } from 'zod';

/**
 * What of a headset's contents and settings it has not said to be as wanted, the first to be told first: a kiosk cannot be in
 * effect before its app is there.
 */
export const UNCONFIRMED = ['CONTENT_FAILED', 'CONTENT_NOT_THERE', 'NOT_IN_EFFECT'] as const;

/** One thing that a headset has not confirmed; `subject` names the content or the setting. */
export const unconfirmedSchema = z
  .object({ code: z.enum(UNCONFIRMED), subject: z.string().nullable() })
  .meta({ id: 'Unconfirmed' });
export type Unconfirmed = z.infer<typeof unconfirmedSchema>;
