import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { sha256Schema } from './library.ts';
import { instantSchema, nothing } from '../primitives.ts';

/** Contents that are looked at together: an application with its expansion files. */
export const MOST_TOGETHER = 10;

const bytes = z.int().min(0);

/** What a headset that lacks room said, and what is counted in. */
export const roomBasisSchema = z.object({
  /** The most that was free on one volume when the headset reported last. */
  freeBytes: bytes.nullable(),
  /** What of that other contents need that are assigned and not there yet, as far as their size is known. */
  waitingBytes: bytes,
  /** Contents that come and whose size is not known. */
  waitingUnknown: z.int().min(0),
  /** What comes free once the headset has removed what it is to remove. */
  leavingBytes: bytes,
});
export type RoomBasis = z.infer<typeof roomBasisSchema>;

const roomSchema = z
  .object({
    deviceId: z.string(),
    /** `held`: everything is there already. `unknown`: the headset has not said what is free. */
    state: z.enum(['fits', 'short', 'unknown', 'held']),
    /** When the headset reported last, and with it what is free. */
    reportedAt: instantSchema.nullable(),
    ...roomBasisSchema.shape,
    /** What is lacking in the end; 0 unless `short`. */
    missingBytes: bytes,
  })
  .meta({ id: 'RoomOnHeadset' });
export type RoomOnHeadset = z.infer<typeof roomSchema>;

/** Whether contents of the library fit on headsets, with everything that is still on its way to them counted in. */
export const lookForRoom = endpoint({
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
    /** What is to come together. */
    sha256: z.array(sha256Schema).min(1).max(MOST_TOGETHER),
    devicesId: z.array(z.string()).min(1),
  }),
  reply: z.object({
    /** What they need where nothing of them is there yet. */
    neededBytes: bytes,
    items: z.array(roomSchema),
    invalidIds: z.array(z.string()),
  }),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'BATCH_TOO_LARGE'],
});
