import type { OperationExamples } from '../reference/reference.ts';
import {
  BEAT_AT,
  CODE_EXPIRES_AT,
  DEVICE_ID,
  ENROLLED_AT,
  ENROLMENT_TOKEN,
  ENTERPRISE_ID,
  PROFILE_ID,
} from '../reference/values.ts';

const practice = { isRunning: true, cart: { id: 'practice-1', label: 'Practice cart' }, count: 30 };

const organisation = { id: ENTERPRISE_ID, name: 'Reef School', timeZone: 'Europe/Paris' };

export const examples: OperationExamples = {
  getHealth: { reply: { status: 'ok' } },
  getStation: {
    reply: {
      name: 'Reef School',
      version: '0.1.0',
      role: 'station',
      enterprise: organisation,
      addresses: ['http://127.0.0.1:8080', 'https://192.168.1.20:8443'],
      tlsFingerprint: null,
      sync: { isConnected: true, isPartner: false, lastContactAt: BEAT_AT, waiting: 3 },
      serves: null,
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
  settleCopy: { body: { name: 'Reef School, second cart' }, reply: organisation },
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
};
