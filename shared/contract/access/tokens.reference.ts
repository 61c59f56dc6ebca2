import type { TokenInfo } from './tokens.ts';
import type { OperationExamples, ParameterNotes } from '../reference/reference.ts';
import {
  ACCESS_TOKEN,
  BEAT_AT,
  DEVICE_ID,
  ENROLLED_AT,
  ENTERPRISE_ID,
  LICENCE_ENDS_AT,
  TOKEN_ID,
} from '../reference/values.ts';

const tokenInfo: TokenInfo = {
  id: TOKEN_ID,
  scope: 'enterprise',
  label: 'Timetable',
  enterpriseId: ENTERPRISE_ID,
  deviceId: null,
  fleetAccess: [],
  createdAt: ENROLLED_AT,
  expiresAt: LICENCE_ENDS_AT,
  revokedAt: null,
};

export const examples: OperationExamples = {
  issueToken: {
    body: {
      scope: 'enterprise',
      deviceId: DEVICE_ID,
      enterpriseId: ENTERPRISE_ID,
      fleetAccess: [ENTERPRISE_ID],
      expiresInSec: 31_536_000,
      label: 'Timetable',
    },
    reply: { id: TOKEN_ID, token: ACCESS_TOKEN, scope: 'enterprise', expiresAt: LICENCE_ENDS_AT },
  },
  listTokens: { reply: { page: 1, limit: 50, total: 1, items: [tokenInfo] } },
  getToken: { reply: tokenInfo },
  revokeToken: { reply: { ...tokenInfo, revokedAt: BEAT_AT } },
  createEnterprise: {
    body: { name: 'Hill School', timeZone: 'Europe/Paris' },
    reply: { id: ENTERPRISE_ID, name: 'Hill School', timeZone: 'Europe/Paris', token: ACCESS_TOKEN },
  },
};

export const parameters: ParameterNotes = {
  owner: { description: 'Owner of the tokens: headsets or programs.', example: 'programs' },
  live: { description: 'Only tokens that are valid now.', example: true },
  tokenId: { description: 'The identifier of the token, not the token itself.', example: TOKEN_ID },
};
