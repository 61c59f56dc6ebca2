import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { text, nullableInt, nullableNumber, nullableBoolean } from '../primitives.ts';
import * as field from '../fields.ts';
import { partSchema, syncSchema } from './sync.ts';

/** A token of the central: printable characters that fit a header. */
const tokenSchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,8192}$/, 'Must be 1 to 8,192 printable characters without spaces');

/**
 * Connects a central. Its token is stored encrypted and never returned; without one, the stored token is kept for the
 * same origin.
 */
export const setUpstream = endpoint('PUT /station/upstream', {
  summary: 'Connect a central instance',
  body: z.object({
    url: text(2_048, 1).describe('URL, with scheme and host.'),
    token: tokenSchema
      .optional()
      .describe('Token of the central. Absent keeps the stored one for the same origin.'),
    enterpriseId: text(128, 1)
      .nullish()
      .describe('Organisation at the central, if the token reaches several; absent: as its answers state.'),
    part: partSchema.nullish().describe('Which devices of the central to sync; null for all.'),
    startsOver: z
      .boolean()
      .default(false)
      .describe('True to discard the links between devices here and at the central. The devices stay.'),
  }),
  reply: syncSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/** Disconnects the central and deletes its URL and token. Links between devices stay, in case it is connected again. */
export const removeUpstream = endpoint('DELETE /station/upstream', {
  summary: 'Disconnect the central instance',
  reply: syncSchema,
  errors: ['CONFLICT'],
});

export const CHECK_FINDINGS = [
  'OK',
  'CLOCK_OFF',
  'ADDRESS_INVALID',
  'NAME_UNKNOWN',
  'CONNECTION_REFUSED',
  'UNREACHABLE',
  'TIMEOUT',
  'TLS',
  'REDIRECTED',
  'TOKEN_REFUSED',
  'FORBIDDEN',
  'LIMITED',
  'SERVER_ERROR',
  'TOO_LARGE',
  'NOT_THIS_INTERFACE',
  'ENDLESS_PAGES',
  'WENT_BACK',
  'STOPPED',
] as const;

/** Tests the given URL and token without storing them, or the stored ones. */
export const checkUpstream = endpoint('POST /station/upstream/check', {
  summary: 'Test the connection to a central instance',
  body: z.object({
    url: text(2_048, 1).optional().describe('URL, with scheme and host.'),
    token: tokenSchema.optional().describe('Token of the central; absent for the stored one.'),
  }),
  reply: z
    .object({
      isOk: z.boolean().describe('True if the test succeeded.'),
      finding: z.enum(CHECK_FINDINGS).describe('Stable code of what was found; null if nothing.'),
      message: field.message,
      organisations: z.array(z.string()).describe('Organisations of the first devices.'),
      organisationNames: z
        .record(z.string(), z.string())
        .describe('Names of the organisations by id, if a record contains them.'),
      devices: nullableInt.describe('Number of devices at the central; null if unknown.'),
      clockSkewMs: nullableNumber.describe(
        'How far the central’s clock is ahead of this computer’s, in milliseconds; null if unknown.',
      ),
      isEncrypted: nullableBoolean.describe('False if the token is sent unencrypted; null if unknown.'),
    })
    .meta({ id: 'UpstreamCheck', description: 'Result of a test of the connection to a central.' }),
  errors: ['VALIDATION_FAILED'],
});
