import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { sha256Schema } from './library.ts';
import { DEPLOYMENT_STATUSES } from '../configuration/settings/settings-entries.ts';
import * as field from '../fields.ts';

/** Maximum number of pairs of headset and content that a reply lists; beyond that it has counts only. */
export const MAX_HOLDERS = 5_000;

const count = z.int().min(0);

const coverageSchema = z
  .object({
    sha256: field.sha256,
    assigned: count.describe(
      'Headsets that have it assigned, without those of `removing`. The other counts are parts of it.',
    ),
    installed: count.describe('Headsets that reported the assigned version.'),
    outdated: count.describe('Headsets that have another version.'),
    loading: count.describe('Headsets that are downloading or installing it.'),
    failed: count.describe('Headsets on which it failed.'),
    pending: count.describe('Headsets that have not reported on it yet.'),
    removing: count.describe('Headsets that still have it although it expired.'),
    headsets: z
      .array(
        z.object({
          deviceId: field.deviceId,
          status: z.enum(DEPLOYMENT_STATUSES).describe('Current status.'),
          progress: z.number().describe('Share that is done, 0 to 1.'),
        }),
      )
      .nullable()
      .describe('State on each headset; null if there are too many to list.'),
  })
  .meta({ id: 'LibraryCoverage', description: 'On how many headsets an item is assigned and installed.' });
export type LibraryCoverage = z.infer<typeof coverageSchema>;

/** Lists the library items that headsets have assigned, and how far they are on each headset. */
export const getLibraryCoverage = endpoint('GET /station/library/coverage', {
  summary: 'Get the installation status of library items',
  role: 'viewer',
  query: z.object({
    /** Only this item; absent: everything that a headset has assigned. */
    sha256: sha256Schema.optional(),
  }),
  reply: field.listOf(coverageSchema),
  errors: ['VALIDATION_FAILED'],
});
