import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { contentKindSchema, jobErrorSchema } from './library.ts';
import { instantSchema, text, nullableString, nullableInt } from '../primitives.ts';
import * as field from '../fields.ts';

/** A URL that headsets will download. */
const neededContentSchema = z.object({
  url: field.url,
  kind: contentKindSchema.describe('Which kind it is.'),
  name: nullableString.describe('File name; null if unknown.'),
  state: z
    .enum(['held', 'fetching', 'failed', 'missing', 'unusable'])
    .describe('`held`: on the station; `unusable`: its URL cannot be downloaded.'),
  sizeBytes: nullableInt.describe('Size in bytes; null if unknown.'),
  receivedBytes: z.int().describe('Bytes received so far.'),
  source: z
    .enum(['upload', 'url'])
    .nullable()
    .describe('How it came to the library; null if it is not there.'),
  fetchedAt: instantSchema.nullable().describe('When it was downloaded; null if it was uploaded.'),
  sha256: nullableString.describe('SHA-256 of the bytes; null if not in the library.'),
  jobId: nullableString.describe('Id of the download in progress; null if none.'),
  error: jobErrorSchema.nullable().describe('Why the last attempt failed; null if it did not.'),
  devices: z.int().describe('Headsets that need it.'),
});
export type NeededContentView = z.infer<typeof neededContentSchema>;

const readinessSchema = z
  .object({
    isReady: z.boolean().describe('True if the station holds all assigned contents.'),
    devices: z.int().describe('Number of headsets considered.'),
    held: z.int().describe('Contents that the station holds.'),
    missing: z.int().describe('Contents that the station does not hold.'),
    missingBytes: z.int().describe('Size of the missing contents in bytes, as far as known.'),
    isMissingBytesExact: z.boolean().describe('False if the size of a missing content is unknown.'),
    contents: z.array(neededContentSchema).describe('Contents, each with its state.'),
    invalidIds: field.invalidIds,
  })
  .meta({
    id: 'LibraryReadiness',
    description: 'Whether headsets can get all assigned contents from this station.',
  });
export type ReadinessView = z.infer<typeof readinessSchema>;

/** Downloads everything that is assigned to these headsets and not in the library yet. */
export const prepareOffline = endpoint('POST /station/library/prepare', {
  summary: 'Download everything that headsets need for offline use',
  body: z.object({ devicesId: field.devicesId }),
  reply: readinessSchema,
  errors: ['VALIDATION_FAILED', 'BATCH_TOO_LARGE'],
});

/** Returns the same without downloading anything. */
export const getReadiness = endpoint('GET /station/library/readiness', {
  summary: 'Check which contents are available offline',
  role: 'viewer',
  query: z.object({
    /** Separated by commas; absent: all headsets of the organisation. */
    devicesId: text(12_000, 1)
      .transform((ids) => ids.split(','))
      .optional()
      .meta({ override: { type: 'string', minLength: 1, maxLength: 12_000 } }),
  }),
  reply: readinessSchema,
  errors: ['VALIDATION_FAILED'],
});
