import { z } from 'zod';

/** What a plan is made from: settings, a profile (with settings on top of it), the undoing of a change, or a repair. */
export const planSourceSchema = z
  .object({
    kind: z.enum(['settings', 'profile', 'revert', 'repair']),
    profileId: z.string().nullable(),
    profileName: z.string().nullable(),
    profileVersion: z.int().nullable(),
    /** The change that is undone. */
    changeId: z.string().nullable(),
  })
  .meta({ id: 'PlanSource' });
