import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { sha256Schema } from './library.ts';
import { instantSchema } from '../primitives.ts';
import * as field from '../fields.ts';

/** Maximum number of contents that are checked together: an application with its expansion files. */
export const MAX_TOGETHER = 10;

const bytes = z.int().min(0);

/** Figures behind the free space of a headset. */
export const spaceBasisSchema = z.object({
  freeBytes: bytes
    .nullable()
    .describe('Free bytes on the largest volume when last reported; null if unknown.'),
  waitingBytes: bytes.describe('Bytes needed by other assigned contents that are not there yet.'),
  waitingUnknown: z.int().min(0).describe('Assigned contents of unknown size that are not there yet.'),
  leavingBytes: bytes.describe('Bytes that are freed by pending removals.'),
});
export type SpaceBasis = z.infer<typeof spaceBasisSchema>;

const spaceSchema = z
  .object({
    deviceId: field.deviceId,
    state: z
      .enum(['fits', 'short', 'unknown', 'held'])
      .describe(
        '`fits`; `short`: space is missing; `held`: already there; `unknown`: free space was not reported.',
      ),
    reportedAt: instantSchema.nullable().describe('When the headset reported its free space; null if never.'),
    ...spaceBasisSchema.shape,
    missingBytes: bytes.describe('Missing space in bytes; 0 unless `short`.'),
  })
  .meta({ id: 'HeadsetSpace', description: 'Whether contents fit on a headset.' });
export type HeadsetSpace = z.infer<typeof spaceSchema>;

/** Computes whether contents of the library fit on headsets, with all pending downloads counted in. */
export const estimateSpace = endpoint('POST /station/library/room', {
  summary: 'Check whether headsets have space for contents',
  isRead: true,
  body: z.object({
    sha256: z.array(sha256Schema).min(1).max(MAX_TOGETHER).describe('Contents to add together, at most 10.'),
    devicesId: z.array(z.string()).min(1).describe('Ids of the device records.'),
  }),
  reply: z.object({
    neededBytes: bytes.describe('Bytes needed if none of the contents is there yet.'),
    items: field.entriesOf(spaceSchema),
    invalidIds: field.invalidIds,
  }),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'BATCH_TOO_LARGE'],
});
