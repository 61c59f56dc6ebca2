import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { instantSchema, nameText, text, nullableString, nullableBoolean } from '../primitives.ts';
import * as field from '../fields.ts';

/** Called by the other station while the two pair: an administrator of this one must have chosen it before. */
const pairing = { access: 'public', reach: 'anywhere', isAudited: false, addressLimit: 240 } as const;

/** SHA-256 in base64url: of a public key, or of a number that is revealed later. */
const digestSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'Must be 32 bytes in base64url');
const pairIdSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not the id of a pairing');
const tokenSchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,8192}$/, 'Must be 1 to 8,192 printable characters without spaces');
const nameSchema = nameText(256, 1).nullable();

/** Why a pairing ended without joining the stations. */
export const PAIRING_FAULTS = ['CODE_WRONG', 'PEER_ENDED', 'EXPIRED', 'TOO_MANY', 'SAME_STATION'] as const;

const pairingSchema = z.object({
  url: field.url,
  name: nullableString.describe('Name of the other station; null until it answers.'),
  state: z
    .enum(['waiting', 'comparing', 'confirmed', 'failed'])
    .describe(
      '`waiting`: for an administrator of the other station to choose this one; `comparing`: both show the code; `confirmed`: only here so far; `failed`: see `fault`.',
    ),
  code: nullableString.describe(
    'Six digits, which both stations must show; null until both have chosen each other.',
  ),
  serves: nullableBoolean.describe(
    'True if this station will serve the other one; null until that is known.',
  ),
  isReachable: z.boolean().describe('False while the other station cannot be reached.'),
  fault: z.enum(PAIRING_FAULTS).nullable().describe('Why the pairing ended; null if it has not.'),
});

export const partnerSchema = z
  .object({
    partner: z
      .object({
        name: nullableString.describe('Name of the other station; null if it has none.'),
        url: field.url,
        serves: z
          .boolean()
          .describe('True if this station serves the other one, and must be on for both to sync.'),
        since: instantSchema.describe('Since when it is so.'),
        lastContactAt: instantSchema
          .nullable()
          .describe('When the two stations last synced; null if they have not yet.'),
        isUntold: z
          .boolean()
          .describe('True until the former serving station has learned that this one took over.'),
        isEndedThere: z.boolean().describe('True if the other station has ended it.'),
      })
      .nullable()
      .describe('The other station; null if there is none.'),
    pairing: pairingSchema.nullable().describe('The pairing in progress, or that failed; null if none.'),
  })
  .meta({ id: 'Partner', description: 'The station that this one works together with.' });
export type PartnerView = z.infer<typeof partnerSchema>;

export const getPartner = endpoint('GET /station/partner', {
  summary: 'Get the station that this one works together with',
  role: 'viewer',
  reply: partnerSchema,
});

/** Looks for other stations on the local network. Takes a few seconds. */
export const listNearbyStations = endpoint('GET /station/partner/stations', {
  summary: 'Find other stations on the local network',
  reply: z.object({
    items: z
      .array(z.object({ url: field.url, name: nullableString.describe('Name shown to people.') }))
      .describe('Stations found on the local network.'),
  }),
});

/**
 * Chooses the station to work together with. An administrator of the other one must choose this one within ten
 * minutes; then both show a code. 409: LAN access is off, or this station has a central or a partner.
 */
export const startPartnerPairing = endpoint('POST /station/partner/pairing', {
  summary: 'Start to work together with another station',
  body: z.object({ url: text(2_048, 1).describe('URL, with scheme and host.') }),
  reply: partnerSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/** Confirms that both stations show this code. Another one than that shown here ends the pairing. */
export const confirmPartnerPairing = endpoint('POST /station/partner/pairing/confirm', {
  summary: 'Confirm the code of the other station',
  body: z.object({
    code: z
      .string()
      .regex(/^\d{6}$/, 'Must be six digits')
      .describe('The code that both stations show.'),
  }),
  reply: partnerSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/**
 * Makes this station the serving one, for when the other is switched off for good. While the other answers, everything
 * is synced first; 502 if it does not answer, unless `isPartnerGone`: what it accepted since the last contact is then
 * only there.
 */
export const takeOverFromPartner = endpoint('POST /station/partner/take-over', {
  summary: 'Take over from the serving station',
  body: z.object({
    isPartnerGone: z
      .boolean()
      .default(false)
      .describe('True to take over although the other station does not answer.'),
  }),
  reply: partnerSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT', 'UPSTREAM_UNREACHABLE'],
});

/** Stops working together, or stops the pairing. Both stations keep what they have. 409 while conflicts are open. */
export const endPartner = endpoint('DELETE /station/partner', {
  summary: 'Stop working together with the other station',
  reply: partnerSchema,
  errors: ['CONFLICT'],
});

/** The name of this station, which another one shows in its list. */
export const greetStation = endpoint('GET /lan/partner', {
  ...pairing,
  summary: 'Get the name of this station',
  reply: z.object({ name: nullableString.describe('Name shown to people.') }),
});

/** Starts the pairing of two stations whose administrators have chosen each other; 409 until both have. */
export const startStationPairing = endpoint('POST /lan/partner/start', {
  ...pairing,
  summary: 'Start pairing two stations',
  body: z.object({
    commitment: digestSchema.describe('SHA-256 of the number that the caller reveals next, in base64url.'),
    fingerprint: digestSchema.describe('SHA-256 of the caller’s public key, in base64url.'),
    name: nameSchema.describe('Name shown to people.'),
    devices: z.int().min(0).describe('Number of devices; the station with more of them serves the other.'),
  }),
  reply: z.object({
    pairId: z.string().describe('Id of the pairing.'),
    nonce: digestSchema.describe('A random number of 32 bytes, in base64url.'),
    name: nullableString.describe('Name shown to people.'),
    devices: z.int().describe('Number of devices; the station with more of them serves the other.'),
  }),
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/** Reveals the number of the caller, from which both compute the code, and says whether its administrator confirmed it. */
export const continueStationPairing = endpoint('POST /lan/partner/continue', {
  ...pairing,
  summary: 'Continue pairing two stations',
  body: z.object({
    pairId: pairIdSchema.describe('Id of the pairing.'),
    nonce: digestSchema.describe('A random number of 32 bytes, in base64url.'),
    isConfirmed: z.boolean().describe('True once the administrator of the caller has confirmed the code.'),
    isStopped: z
      .boolean()
      .default(false)
      .describe('True once the administrator of the caller has stopped this attempt.'),
    token: tokenSchema
      .nullable()
      .default(null)
      .describe(
        'Token for the called station, once both have confirmed and the caller serves it; otherwise null.',
      ),
  }),
  reply: z.object({
    isConfirmed: z
      .boolean()
      .describe('True once the administrator of the called station has confirmed the code.'),
    token: nullableString.describe(
      'Token for the caller, once both have confirmed and the called station serves it; otherwise null.',
    ),
    isJoined: z.boolean().describe('True once the called station has stored the token.'),
  }),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

/** The station that was served has taken over, and serves this one from now on. */
export const stepDown = endpoint('POST /lan/partner/step-down', {
  summary: 'Let the other station take over',
  body: z.object({
    token: tokenSchema.describe('Token for the station that is served from now on.'),
    port: z.int().min(1).max(65_535).describe('TCP port.'),
  }),
  reply: z.object({ isDone: z.boolean().describe('True once it is stored.') }),
  servesPartners: true,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/** The station that is served has ended it. */
export const leavePartner = endpoint('POST /lan/partner/leave', {
  summary: 'End it for the other station',
  reply: z.object({ isDone: z.boolean().describe('True once it is stored.') }),
  servesPartners: true,
  errors: ['CONFLICT'],
});
