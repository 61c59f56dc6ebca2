import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { instantSchema, nothing, text } from '../primitives.ts';

/**
 * Figures of the statistics that stand for headsets: versions and licences as `/devices/stats/fleet` counts them, contents
 * and packages as `/devices/stats/apps` does, what was used as `/devices/stats/activity` does, and who can be
 * reached as `/devices/stats/fleet` counts it.
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
export type Figure = (typeof FIGURES)[number];

/** How far a content is on a headset, as the counts of a content are called. */
export const COUNTED = ['installed', 'outdated', 'downloading', 'failed', 'pending', 'removing'] as const;
export type Counted = (typeof COUNTED)[number];

/** The version code of a package; `unknown`: headsets that do not say it. */
const versionCodeSchema = z.string().regex(/^(?:unknown|\d{1,16})$/, 'Must be a version code, or unknown');

/**
 * The headsets that a figure of the statistics counts, sorted by id. `value` is what the figure is of: a version, a level, a
 * status, a content’s id or a package name (of `used` either of the two), of `availability` `available` or `unavailable`; absent: not known. `counted` narrows a content to
 * one of its counts, `versionCode` a package to one version code. `from` and `to` belong to `used`, and to `anyUse`, which takes whatever was used; without them everything that is kept counts.
 */
export const listHeadsetsBehind = endpoint({
  method: 'GET',
  path: '/station/statistics/behind',
  summary: 'List the headsets behind a number in the statistics',
  tag: 'statistics',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
  role: 'viewer',
  params: nothing,
  query: z.object({
    of: z.enum(FIGURES).default('osVersion'),
    value: text(512).optional(),
    counted: z.enum(COUNTED).optional(),
    versionCode: versionCodeSchema.optional(),
    from: instantSchema.optional(),
    to: instantSchema.optional(),
  }),
  body: nothing,
  reply: z.object({ ids: z.array(z.string()) }),
  errors: ['VALIDATION_FAILED'],
});
