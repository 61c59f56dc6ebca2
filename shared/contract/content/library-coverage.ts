import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { sha256Schema } from './library.ts';
import { nothing } from '../primitives.ts';
import { DEPLOYMENT_STATUSES } from '../configuration/settings.ts';

/** The most pairs of headset and content that are named one by one; beyond them there are the counts alone. */
export const MOST_HOLDERS = 5_000;

const count = z.int().min(0);

const coverageSchema = z
  .object({
    sha256: z.string(),
    /** Headsets that have it assigned, `removing` not among them. The other counts are parts of it. */
    assigned: count,
    /** The headset has reported the assigned version. */
    installed: count,
    outdated: count,
    /** On its way or being installed. */
    loading: count,
    failed: count,
    /** Nothing heard of it yet. */
    pending: count,
    /** Expired and still on the headset. */
    removing: count,
    /** Headset by headset; null where they would be too many. `progress` is 0 to 1. */
    headsets: z
      .array(z.object({ deviceId: z.string(), status: z.enum(DEPLOYMENT_STATUSES), progress: z.number() }))
      .nullable(),
  })
  .meta({ id: 'LibraryCoverage' });
export type LibraryCoverage = z.infer<typeof coverageSchema>;

/** Which headsets have what of the library assigned, and how far it has come on them as they say themselves. */
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
    /** One item alone; absent: everything that a headset has assigned. */
    sha256: sha256Schema.optional(),
  }),
  body: nothing,
  reply: z.object({ items: z.array(coverageSchema) }),
  errors: ['VALIDATION_FAILED'],
});
