import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { sha256Schema } from './library.ts';
import { instantSchema, nothing } from '../primitives.ts';

/** Maximum number of contents that are checked together: an application with its expansion files. */
export const MAX_TOGETHER = 10;

const bytes = z.int().min(0);

/** Figures behind the free space of a headset. */
export const spaceBasisSchema = z.object({
  /** Most free space on one volume at the last report. */
  freeBytes: bytes.nullable(),
  /** Bytes needed by other assigned contents that are not there yet, as far as their size is known. */
  waitingBytes: bytes,
  /** Assigned contents of unknown size that are not there yet. */
  waitingUnknown: z.int().min(0),
  /** Bytes that pending removals will free. */
  leavingBytes: bytes,
});
export type SpaceBasis = z.infer<typeof spaceBasisSchema>;

const spaceSchema = z
  .object({
    deviceId: z.string(),
    /** `held`: everything is already there. `unknown`: the headset has not reported its free space. */
    state: z.enum(['fits', 'short', 'unknown', 'held']),
    /** When the headset reported its free space. */
    reportedAt: instantSchema.nullable(),
    ...spaceBasisSchema.shape,
    /** Bytes missing in the end; 0 unless `short`. */
    missingBytes: bytes,
  })
  .meta({ id: 'HeadsetSpace' });
export type HeadsetSpace = z.infer<typeof spaceSchema>;

/** Computes whether contents of the library fit on headsets, with all pending downloads counted in. */
export const estimateSpace = endpoint({
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  method: 'POST',
  path: '/station/library/room',
  summary: 'Check whether headsets have space for contents',
  isRead: true,
  params: nothing,
  query: nothing,
  body: z.object({
    /** Contents to add together. */
    sha256: z.array(sha256Schema).min(1).max(MAX_TOGETHER),
    devicesId: z.array(z.string()).min(1),
  }),
  reply: z.object({
    /** Bytes needed if none of them is there yet. */
    neededBytes: bytes,
    items: z.array(spaceSchema),
    invalidIds: z.array(z.string()),
  }),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'BATCH_TOO_LARGE'],
});
