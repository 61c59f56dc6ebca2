import type { TokenInfo } from '../access/tokens.ts';
import type { OperationExamples } from '../examples/example.ts';
import {
  ACCESS_TOKEN,
  BEAT_AT,
  CODE_EXPIRES_AT,
  DEVICE_ID,
  ENROLLED_AT,
  ENROLMENT_TOKEN,
  ENTERPRISE_ID,
  LICENCE_ENDS_AT,
  PROFILE_ID,
  TOKEN_ID,
} from '../examples/values.ts';

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

const practice = { isRunning: true, cart: { id: 'practice-1', label: 'Practice cart' }, count: 30 };

const organisation = { id: ENTERPRISE_ID, name: 'Reef School', timeZone: 'Europe/Paris' };

/** Examples of the station, its slots and its tokens. */
export const stationExamples: OperationExamples = {
  getHealth: { reply: { status: 'ok' } },
  getStation: {
    reply: {
      name: 'Reef School',
      version: '0.1.0',
      role: 'station',
      enterprise: organisation,
      addresses: ['http://127.0.0.1:8080', 'https://192.168.1.20:8443'],
      tlsFingerprint: null,
      sync: { isConnected: true, lastContactAt: BEAT_AT, waiting: 3 },
      startedAt: ENROLLED_AT,
      epoch: '01996f00-2d00-7b20-9c31-0e2f3a4b5c6d',
      disk: { state: 'ok', freeBytes: 86_973_087_744, totalBytes: 255_989_469_184 },
      warnings: [],
    },
  },
  changeEnterprise: {
    body: { name: 'Reef School', timeZone: 'Europe/Paris' },
    reply: organisation,
  },
  createSlots: {
    body: {
      count: 1,
      labelPrefix: 'A-',
      start: 1,
      pad: 2,
      type: 'PICO 4',
      cart: { id: 'cart-a', label: 'Cart A', shelves: 3 },
      profileId: PROFILE_ID,
    },
    reply: { items: [{ id: DEVICE_ID, label: 'A-01', enrollmentToken: ENROLMENT_TOKEN }] },
  },
  createCodes: {
    body: { devicesId: [DEVICE_ID], renew: false, profileId: PROFILE_ID },
    reply: [{ id: DEVICE_ID, code: 482_913, expiresAt: CODE_EXPIRES_AT }],
  },
  getPractice: { reply: practice },
  startPractice: {
    body: { count: 30, label: 'Practice cart', labelPrefix: 'P-', paceMs: 1_500 },
    reply: practice,
  },
  stopPractice: { reply: { isRunning: false, cart: null, count: 0 } },
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
  openSession: {
    body: { launchToken: 'one-time-text-of-the-printed-address', passcode: 'coral-lagoon-tide' },
    reply: {
      token: ACCESS_TOKEN,
      enterpriseId: ENTERPRISE_ID,
      expiresAt: LICENCE_ENDS_AT,
      role: 'technician',
      person: null,
    },
  },
};
