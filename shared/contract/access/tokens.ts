import { z } from 'zod';

import { endpoint, SCOPES } from '../endpoint.ts';
import { deviceIdSchema, enterpriseIdSchema, tokenIdSchema } from '../ids.ts';
import {
  instantSchema,
  nothing,
  pageQuery,
  text,
  textBoolean,
  timeZoneSchema,
  nameText,
} from '../primitives.ts';

const scopeSchema = z.enum(SCOPES);
const common = {
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
} as const;

/** A token as listed. Its secret is shown once, when it is issued. */
export const tokenInfoSchema = z
  .object({
    id: z.string(),
    scope: scopeSchema,
    label: z.string().nullable(),
    enterpriseId: z.string().nullable(),
    deviceId: z.string().nullable(),
    fleetAccess: z.array(z.string()),
    createdAt: instantSchema,
    expiresAt: instantSchema.nullable(),
    revokedAt: instantSchema.nullable(),
  })
  .meta({ id: 'TokenInfo' });
export type TokenInfo = z.infer<typeof tokenInfoSchema>;

/**
 * Issues a token and shows it once. Only the station's own organisation can issue tokens for others and grant
 * `fleetAccess`.
 */
export const issueToken = endpoint({
  ...common,
  method: 'POST',
  path: '/station/tokens',
  summary: 'Issue an access token',
  params: nothing,
  query: nothing,
  body: z.object({
    scope: scopeSchema,
    deviceId: deviceIdSchema.optional(),
    enterpriseId: enterpriseIdSchema.nullish(),
    fleetAccess: z.array(enterpriseIdSchema).max(1_000).optional(),
    expiresInSec: z.int().min(1).max(315_360_000).optional(),
    label: nameText(128).optional(),
  }),
  reply: z.object({
    id: z.string(),
    token: z.string(),
    scope: scopeSchema,
    expiresAt: instantSchema.nullable(),
  }),
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND'],
});

/** Lists the tokens of the caller's organisation, newest first. The station's own organisation sees all. */
export const listTokens = endpoint({
  ...common,
  method: 'GET',
  path: '/station/tokens',
  summary: 'List access tokens',
  params: nothing,
  query: z.object({
    ...pageQuery,
    /** Part of the name, or the id of the token or of its headset. */
    search: text(64, 1).optional(),
    /** Only tokens that are neither revoked nor expired. */
    live: textBoolean.optional(),
    /** Only tokens of headsets, or only those of programs. */
    owner: z.enum(['headsets', 'programs']).optional(),
  }),
  body: nothing,
  reply: z.object({ page: z.int(), limit: z.int(), total: z.int(), items: z.array(tokenInfoSchema) }),
  errors: ['VALIDATION_FAILED'],
});

/** Returns one token. */
export const getToken = endpoint({
  ...common,
  method: 'GET',
  path: '/station/tokens/{tokenId}',
  summary: 'Get an access token, without its secret',
  params: z.object({ tokenId: tokenIdSchema }),
  query: nothing,
  body: nothing,
  reply: tokenInfoSchema,
  errors: ['TOKEN_NOT_FOUND'],
});

/** Revokes a token at once and closes its open streams. */
export const revokeToken = endpoint({
  ...common,
  method: 'DELETE',
  path: '/station/tokens/{tokenId}',
  summary: 'Revoke an access token',
  params: z.object({ tokenId: tokenIdSchema }),
  query: nothing,
  body: nothing,
  reply: tokenInfoSchema,
  errors: ['TOKEN_NOT_FOUND'],
});

/** Creates an organisation with a first token. Without `timeZone` it uses the time zone of the station's computer. */
export const createEnterprise = endpoint({
  ...common,
  method: 'POST',
  path: '/station/enterprises',
  summary: 'Create an organisation',
  params: nothing,
  query: nothing,
  body: z.object({ name: nameText(128, 1), timeZone: timeZoneSchema.optional() }),
  reply: z.object({ id: z.string(), name: z.string(), timeZone: z.string(), token: z.string() }),
  errors: ['VALIDATION_FAILED'],
});

export { closeSession, getSession, openSession } from './sessions.ts';
