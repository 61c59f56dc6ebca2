import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { sha256Schema } from './library.ts';
import { nothing } from '../primitives.ts';
import { DEPLOYMENT_STATUSES } from '../configuration/settings/settings.ts';

/** Maximum number of pairs of headset and content that a reply lists; beyond that it has counts only. */
export const MAX_HOLDERS = 5_000;

const count = z.int().min(0);

const coverageSchema = z
  .object({
    sha256: z.string(),
    /** Headsets that have it assigned, without those of `removing`. The other counts are parts of it. */
    assigned: count,
    /** Headsets that reported the assigned version. */
    installed: count,
    outdated: count,
    /** Downloading or installing. */
    loading: count,
    failed: count,
    /** Not reported yet. */
    pending: count,
    /** Expired and still on the headset. */
    removing: count,
    /** Each headset; null if there are too many. `progress` is 0 to 1. */
    headsets: z
      .array(z.object({ deviceId: z.string(), status: z.enum(DEPLOYMENT_STATUSES), progress: z.number() }))
      .nullable(),
  })
  .meta({ id: 'LibraryCoverage' });
export type LibraryCoverage = z.infer<typeof coverageSchema>;

/** Lists the library items that headsets have assigned, and how far they are on each headset. */
export const getLibraryCoverage = endpoint({
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  method: 'GET',
  path: '/station/library/coverage',
  summary: 'Get the installation status of library items',
  role: 'viewer',
  params: nothing,
  query: z.object({
    /** Only this item; absent: everything that a headset has assigned. */
    sha256: sha256Schema.optional(),
  }),
  body: nothing,
  reply: z.object({ items: z.array(coverageSchema) }),
  errors: ['VALIDATION_FAILED'],
});
