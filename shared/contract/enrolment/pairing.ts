import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { androidIdSchema } from '../ids.ts';
import { instantSchema, nothing } from '../primitives.ts';

/**
 * Maximum number of codes that one run tries. A station in the middle could guess as often in one run, so headsets
 * refuse longer answers.
 */
export const MAX_CANDIDATES = 64;

const common = {
  tag: 'enrolment',
  isExtension: true,
  access: 'public',
  reach: 'anywhere',
  addressLimit: 240,
  params: nothing,
  query: nothing,
} as const;

/** A point of P-256, uncompressed: 65 bytes in base64url without padding. */
const pointSchema = z.string().regex(/^[A-Za-z0-9_-]{87}$/, 'Must be 65 bytes in base64url');
/** An HMAC-SHA-256: 32 bytes in base64url without padding. */
const proofSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'Must be 32 bytes in base64url');

/**
 * Starts SPAKE2 (RFC 9382, P-256) with the code typed into the headset; the code itself is not sent. The station
 * answers with one share per live code, in random order, since it cannot know which one was typed. A run counts as a
 * wrong code until it finishes successfully.
 */
export const startPairing = endpoint({
  ...common,
  method: 'POST',
  path: '/lan/pair/start',
  summary: 'Start pairing a headset with this station',
  body: z.object({
    androidId: androidIdSchema,
    /** The headset's share, x·P + w·M. */
    pA: pointSchema,
  }),
  reply: z.object({
    pairId: z.string(),
    /** The station's shares, y·P + w·N, each for another code with another y. */
    pB: z.array(pointSchema).min(1).max(MAX_CANDIDATES),
    /** Until when it must be finished. */
    expiresAt: instantSchema,
  }),
  errors: ['VALIDATION_FAILED', 'RATE_LIMITED', 'ENROLMENT_CODE_UNKNOWN', 'ENROLMENT_CLOSED'],
});

/**
 * Finishes the run: the headset proves first that it knows a live code and saw this station's key, then the station
 * proves the same. Only one attempt. The `enroll` token enrols this headset and no other.
 */
export const finishPairing = endpoint({
  ...common,
  method: 'POST',
  path: '/lan/pair/finish',
  summary: 'Finish pairing a headset with this station',
  body: z.object({
    pairId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not the id of a pairing'),
    /** Proofs of the headset, one for each share of the station, in its order. */
    confirmA: z.array(proofSchema).min(1).max(MAX_CANDIDATES),
  }),
  reply: z.object({
    /** Index of the proof that matched, counted from 0. */
    index: z.int(),
    confirmB: proofSchema,
    token: z.string(),
    expiresAt: instantSchema,
  }),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'RATE_LIMITED', 'ENROLMENT_CODE_UNKNOWN', 'ENROLMENT_CLOSED'],
});
