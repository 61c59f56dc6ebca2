import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { contentKindSchema, jobErrorSchema } from './library.ts';
import { instantSchema, nothing, text } from '../primitives.ts';

const common = { tag: 'station', isExtension: true, access: ['enterprise'] } as const;

/** A URL that headsets will download. */
const neededContentSchema = z.object({
  url: z.string(),
  kind: contentKindSchema,
  name: z.string().nullable(),
  /** `held`: on the station. `unusable`: the URL cannot be downloaded. */
  state: z.enum(['held', 'fetching', 'failed', 'missing', 'unusable']),
  /** If known. */
  sizeBytes: z.int().nullable(),
  receivedBytes: z.int(),
  source: z.enum(['upload', 'url']).nullable(),
  fetchedAt: instantSchema.nullable(),
  sha256: z.string().nullable(),
  jobId: z.string().nullable(),
  error: jobErrorSchema.nullable(),
  /** Number of these headsets that need it. */
  devices: z.int(),
});
export type NeededContentView = z.infer<typeof neededContentSchema>;

const readinessSchema = z
  .object({
    /** True if the station holds everything that is assigned. */
    isReady: z.boolean(),
    devices: z.int(),
    held: z.int(),
    missing: z.int(),
    /** As far as known. */
    missingBytes: z.int(),
    /** False if the size of a missing content is unknown. */
    isMissingBytesExact: z.boolean(),
    contents: z.array(neededContentSchema),
    /** Ids that match no device. */
    invalidIds: z.array(z.string()),
  })
  .meta({ id: 'LibraryReadiness' });
export type ReadinessView = z.infer<typeof readinessSchema>;

/** Downloads everything that is assigned to these headsets and not in the library yet. */
export const prepareOffline = endpoint({
  ...common,
  method: 'POST',
  path: '/station/library/prepare',
  summary: 'Download everything that headsets need for offline use',
  params: nothing,
  query: nothing,
  body: z.object({ devicesId: z.array(z.string()) }),
  reply: readinessSchema,
  errors: ['VALIDATION_FAILED', 'BATCH_TOO_LARGE'],
});

/** Returns the same without downloading anything. */
export const getReadiness = endpoint({
  ...common,
  method: 'GET',
  path: '/station/library/readiness',
  summary: 'Check which contents are available offline',
  role: 'viewer',
  params: nothing,
  query: z.object({
    /** Separated by commas; absent: all headsets of the organisation. */
    devicesId: text(12_000, 1)
      .transform((ids) => ids.split(','))
      .optional()
      .meta({ override: { type: 'string', minLength: 1, maxLength: 12_000 } }),
  }),
  body: nothing,
  reply: readinessSchema,
  errors: ['VALIDATION_FAILED'],
});
