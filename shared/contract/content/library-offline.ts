import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { contentKindSchema, jobErrorSchema } from './library.ts';
import { instantSchema, nothing, text } from '../primitives.ts';

const common = { tag: 'station', isExtension: true, access: ['enterprise'] } as const;

/** One address that headsets are to fetch. */
const neededContentSchema = z.object({
  url: z.string(),
  kind: contentKindSchema,
  name: z.string().nullable(),
  /** `held`: the station has it. `unusable`: no address that can be fetched. */
  state: z.enum(['held', 'fetching', 'failed', 'missing', 'unusable']),
  /** Where it is known. */
  sizeBytes: z.int().nullable(),
  receivedBytes: z.int(),
  source: z.enum(['upload', 'url']).nullable(),
  fetchedAt: instantSchema.nullable(),
  sha256: z.string().nullable(),
  jobId: z.string().nullable(),
  error: jobErrorSchema.nullable(),
  /** How many of these headsets need it. */
  devices: z.int(),
});
export type NeededContentView = z.infer<typeof neededContentSchema>;

const readinessSchema = z
  .object({
    /** Everything that is assigned can be had from the station alone. */
    isReady: z.boolean(),
    devices: z.int(),
    held: z.int(),
    missing: z.int(),
    /** As far as it is known. */
    missingBytes: z.int(),
    /** False where the size of something that is missing is not known yet. */
    isMissingBytesExact: z.boolean(),
    contents: z.array(neededContentSchema),
    /** Ids that name no device. */
    invalidIds: z.array(z.string()),
  })
  .meta({ id: 'LibraryReadiness' });
export type ReadinessView = z.infer<typeof readinessSchema>;

/** Fetches everything that is assigned to these headsets and not held yet. */
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

/** The same without fetching anything. */
export const getReadiness = endpoint({
  ...common,
  method: 'GET',
  path: '/station/library/readiness',
  summary: 'Check which contents are available offline',
  role: 'viewer',
  params: nothing,
  query: z.object({
    /** Separated by commas; absent: every headset of the organisation. */
    devicesId: text(12_000, 1)
      .transform((ids) => ids.split(','))
      .optional()
      .meta({ override: { type: 'string', minLength: 1, maxLength: 12_000 } }),
  }),
  body: nothing,
  reply: readinessSchema,
  errors: ['VALIDATION_FAILED'],
});
