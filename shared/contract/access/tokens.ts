import { z } from 'zod';

import { endpoint, SCOPES } from '../endpoint.ts';
import { deviceIdSchema, enterpriseIdSchema } from '../ids.ts';
import {
  instantSchema,
  pageQuery,
  text,
  textBoolean,
  timeZoneSchema,
  nameText,
  nullableString,
} from '../primitives.ts';
import * as field from '../fields.ts';

const scopeSchema = z.enum(SCOPES).describe('What the token may do.');

/** A token as listed. Its secret is shown once, when it is issued. */
export const tokenInfoSchema = z
  .object({
    id: field.id,
    scope: scopeSchema,
    label: nullableString.describe('Label of the token; null if it has none.'),
    enterpriseId: nullableString.describe('Organisation of the token; null if it has none.'),
    deviceId: nullableString.describe('Headset of the token; null for programs.'),
    fleetAccess: z.array(z.string()).describe('Other organisations that the token may reach.'),
    createdAt: field.createdAt,
    expiresAt: instantSchema.nullable().describe('When it expires; null if it does not.'),
    revokedAt: instantSchema.nullable().describe('When it was revoked; null if it was not.'),
  })
  .meta({ id: 'TokenInfo', description: 'An access token without its secret.' });
export type TokenInfo = z.infer<typeof tokenInfoSchema>;

/**
 * Issues a token and shows it once. Only the station's own organisation can issue tokens for others and grant
 * `fleetAccess`.
 */
export const issueToken = endpoint('POST /station/tokens', {
  summary: 'Issue an access token',
  body: z.object({
    scope: scopeSchema,
    deviceId: deviceIdSchema.optional().describe('Id of the device record.'),
    enterpriseId: enterpriseIdSchema.nullish().describe('Id of the organisation.'),
    fleetAccess: z
      .array(enterpriseIdSchema)
      .max(1_000)
      .optional()
      .describe('Other organisations that the token may reach.'),
    expiresInSec: z
      .int()
      .min(1)
      .max(315_360_000)
      .optional()
      .describe('How long the token is valid, in seconds; absent for no limit.'),
    label: nameText(128).optional().describe('Name shown to people, such as the label of a slot.'),
  }),
  reply: z.object({
    id: field.id,
    token: z.string().describe('The token; shown only here.'),
    scope: scopeSchema,
    expiresAt: instantSchema.nullable().describe('When it expires; null if it does not.'),
  }),
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND'],
});

/** Lists the tokens of the caller's organisation, newest first. The station's own organisation sees all. */
export const listTokens = endpoint('GET /station/tokens', {
  summary: 'List access tokens',
  query: z.object({
    ...pageQuery,
    /** Part of the name, or the id of the token or of its headset. */
    search: text(64, 1).optional(),
    /** Only tokens that are neither revoked nor expired. */
    live: textBoolean.optional(),
    /** Only tokens of headsets, or only those of programs. */
    owner: z.enum(['headsets', 'programs']).optional(),
  }),
  reply: field.pageOf(tokenInfoSchema),
  errors: ['VALIDATION_FAILED'],
});

export const getToken = endpoint('GET /station/tokens/{tokenId}', {
  summary: 'Get an access token, without its secret',
  reply: tokenInfoSchema,
  errors: ['TOKEN_NOT_FOUND'],
});

/** Revokes a token at once and closes its open streams. */
export const revokeToken = endpoint('DELETE /station/tokens/{tokenId}', {
  summary: 'Revoke an access token',
  reply: tokenInfoSchema,
  errors: ['TOKEN_NOT_FOUND'],
});

/** Creates an organisation with a first token. Without `timeZone` it uses the time zone of the station's computer. */
export const createEnterprise = endpoint('POST /station/enterprises', {
  summary: 'Create an organisation',
  body: z.object({
    name: nameText(128, 1).describe('Name shown to people.'),
    timeZone: timeZoneSchema
      .optional()
      .describe('IANA time zone whose calendar days are used, such as `Europe/Paris`.'),
  }),
  reply: z.object({
    id: field.id,
    name: field.name,
    timeZone: z.string().describe('IANA time zone whose calendar days are used, such as `Europe/Paris`.'),
    token: z.string().describe('The token; shown only here.'),
  }),
  errors: ['VALIDATION_FAILED'],
});

export { closeSession, getSession, openSession } from './sessions.ts';
