import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { instantSchema } from '../primitives.ts';
import * as field from '../fields.ts';

/**
 * Maximum number of codes that one run tries. A station in the middle could guess as often in one run, so headsets
 * refuse longer answers.
 */
export const MAX_CANDIDATES = 64;

const common = { tag: 'enrolment', access: 'public', reach: 'anywhere', addressLimit: 240 } as const;

/** A point of P-256, uncompressed: 65 bytes in base64url without padding. */
const pointSchema = z.string().regex(/^[A-Za-z0-9_-]{87}$/, 'Must be 65 bytes in base64url');
/** An HMAC-SHA-256: 32 bytes in base64url without padding. */
const proofSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'Must be 32 bytes in base64url');

/**
 * Starts SPAKE2 (RFC 9382, P-256) with the code typed into the headset; the code itself is not sent. The station
 * answers with one share per live code, in random order, since it cannot know which one was typed. A run counts as a
 * wrong code until it finishes successfully.
 */
export const startPairing = endpoint('POST /lan/pair/start', {
  ...common,
  summary: 'Start pairing a headset with this station',
  body: z.object({
    androidId: field.androidId,
    pA: pointSchema.describe('Share of the headset, x·P + w·M: an uncompressed P-256 point in base64url.'),
  }),
  reply: z.object({
    pairId: z.string().describe('Id of the pairing.'),
    pB: z
      .array(pointSchema)
      .min(1)
      .max(MAX_CANDIDATES)
      .describe('Shares of the station, y·P + w·N, one for each live code, in random order.'),
    expiresAt: instantSchema.describe('Until when it must be finished.'),
  }),
  errors: ['VALIDATION_FAILED', 'RATE_LIMITED', 'ENROLMENT_CODE_UNKNOWN', 'ENROLMENT_CLOSED'],
});

/**
 * Finishes the run: the headset proves first that it knows a live code and saw this station's key, then the station
 * proves the same. Only one attempt. The `enroll` token enrols this headset and no other.
 */
export const finishPairing = endpoint('POST /lan/pair/finish', {
  ...common,
  summary: 'Finish pairing a headset with this station',
  body: z.object({
    pairId: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not the id of a pairing')
      .describe('Id of the pairing.'),
    confirmA: z
      .array(proofSchema)
      .min(1)
      .max(MAX_CANDIDATES)
      .describe('Proofs of the headset, one for each share of the station, in its order.'),
  }),
  reply: z.object({
    index: z.int().describe('Index of the proof that matched, counted from 0.'),
    confirmB: proofSchema.describe('Proof of the station: an HMAC-SHA-256 in base64url.'),
    token: z.string().describe('Token that enrols this headset and no other.'),
    expiresAt: field.expiresAt,
  }),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'RATE_LIMITED', 'ENROLMENT_CODE_UNKNOWN', 'ENROLMENT_CLOSED'],
});
