import { z } from 'zod';

/**
 * Why a headset has not confirmed its contents or settings, most important first: a kiosk cannot be in effect before
 * its app is installed.
 */
export const UNCONFIRMED = ['CONTENT_FAILED', 'CONTENT_NOT_THERE', 'NOT_IN_EFFECT'] as const;

/** Something that a headset has not confirmed; `subject` names the content or the setting. */
export const unconfirmedSchema = z
  .object({ code: z.enum(UNCONFIRMED), subject: z.string().nullable() })
  .meta({ id: 'Unconfirmed' });
export type Unconfirmed = z.infer<typeof unconfirmedSchema>;
