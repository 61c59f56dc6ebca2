import { z } from 'zod';

import { nullableString, nullableInt } from '../../primitives.ts';

/** What a plan is made from: settings, a profile (with settings on top of it), the undoing of a change, or a repair. */
export const planSourceSchema = z
  .object({
    kind: z
      .enum(['settings', 'profile', 'revert', 'repair'])
      .describe('`settings`, a `profile`, the undoing of a change (`revert`) or a `repair`.'),
    profileId: nullableString.describe('Id of the profile; null for none.'),
    profileName: nullableString.describe('Name of the profile; null for other kinds.'),
    profileVersion: nullableInt.describe('Version of the profile; the newest if absent.'),
    changeId: nullableString.describe('Change that is undone; null for other kinds.'),
  })
  .meta({ id: 'PlanSource', description: 'What a plan is made from.' });
