import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { instantSchema, text } from '../primitives.ts';
import * as field from '../fields.ts';

/**
 * Figures of the statistics whose headsets can be listed: versions and licences as `/devices/stats/fleet` counts
 * them, contents and packages as `/devices/stats/apps` does, use as `/devices/stats/activity` does, and availability
 * as `/devices/stats/fleet` does.
 */
export const FIGURES = [
  'osVersion',
  'agentVersion',
  'licenceLevel',
  'licenceStatus',
  'content',
  'package',
  'used',
  'anyUse',
  'availability',
] as const;
export type Metric = (typeof FIGURES)[number];

/** Deployment counts of a content. */
export const COUNTED = ['installed', 'outdated', 'downloading', 'failed', 'pending', 'removing'] as const;
export type Counted = (typeof COUNTED)[number];

/** The version code of a package; `unknown`: headsets that do not report it. */
const versionCodeSchema = z.string().regex(/^(?:unknown|\d{1,16})$/, 'Must be a version code, or unknown');

/**
 * Lists the headsets that a figure of the statistics counts, sorted by id. `value` is a version, a level, a status, a
 * content’s id or a package name (for `used` either of the two), or for `availability` `available` or `unavailable`;
 * absent: unknown. `counted` narrows a content to one of its counts, `versionCode` a package to one version code.
 * `from` and `to` belong to `used`, and to `anyUse`, which includes everything that was used; without them the whole
 * retained period counts.
 */
export const listHeadsetsBehind = endpoint('GET /station/statistics/behind', {
  summary: 'List the headsets counted in a statistic',
  tag: 'statistics',
  role: 'viewer',
  servesCarts: true,
  query: z.object({
    of: z.enum(FIGURES).default('osVersion'),
    value: text(512).optional(),
    counted: z.enum(COUNTED).optional(),
    versionCode: versionCodeSchema.optional(),
    from: instantSchema.optional(),
    to: instantSchema.optional(),
  }),
  reply: z.object({ ids: field.devicesId }),
  errors: ['VALIDATION_FAILED'],
});
