import type { SyncConflict } from './sync-conflicts.ts';
import type { Sync, SyncDevice } from './sync.ts';
import type { OperationExamples, ParameterNotes } from '../reference/reference.ts';
import {
  ACCESS_TOKEN,
  BEAT_AT,
  CONFLICT_ID,
  DEVICE_ID,
  ENROLLED_AT,
  ENTERPRISE_ID,
  OTHER_DEVICE_ID,
  RUN_ID,
} from '../reference/values.ts';

const CENTRAL = 'https://fleet.example.org';

export const syncExample: Sync = {
  state: 'upToDate',
  reason: null,
  progress: null,
  upstream: {
    url: CENTRAL,
    enterpriseId: ENTERPRISE_ID,
    enterpriseName: 'Reef School',
    part: { namePattern: 'Reef *' },
    isSetByFlags: false,
    createsSlots: true,
  },
  pulledAt: ENROLLED_AT,
  upToDateAt: BEAT_AT,
  lastContactAt: BEAT_AT,
  nextRunAt: BEAT_AT,
  clockSkewMs: 320,
  linked: 30,
  unlinked: 2,
  gone: 1,
  waiting: { desired: 0, lifecycle: 0, held: 0, events: 0, toRead: 0 },
  stranded: { events: 0, slots: 0 },
  conflicts: 1,
  failures: 0,
  setAside: 0,
};

const conflict: SyncConflict = {
  id: CONFLICT_ID,
  deviceId: DEVICE_ID,
  label: 'A-01',
  kind: 'field',
  path: ['settings', 'display', 'brightness'],
  base: 50,
  here: 80,
  there: 30,
  winner: 'here',
  taken: null,
  createdAt: BEAT_AT,
  resolvedAt: null,
  settledBy: null,
  enrolment: null,
  isFinal: false,
};

const device: SyncDevice = {
  id: DEVICE_ID,
  label: 'A-01',
  upstreamId: DEVICE_ID,
  isAhead: true,
  wants: ['settings', 'label'],
  isBehind: false,
  lifecycle: ['enrol'],
  events: 12,
  conflicts: 0,
  gone: null,
  failures: [
    {
      kind: 'desired',
      code: 'INVALID_CONFIGURATION',
      message: 'A kiosk needs the package name of an application.',
      attempts: 1,
      since: BEAT_AT,
      lastAt: BEAT_AT,
    },
  ],
  waits: { on: 'slot', deviceId: OTHER_DEVICE_ID, label: 'A-02', code: null },
  syncedAt: ENROLLED_AT,
};

const run = {
  id: RUN_ID,
  cause: 'regular',
  startedAt: BEAT_AT,
  endedAt: BEAT_AT,
  outcome: 'done',
  reason: null,
  counts: { requests: 34, pushed: 2, events: 12, conflicts: 1 },
} as const;

const page = { page: 1, limit: 50, total: 1 };

export const examples: OperationExamples = {
  setUpstream: {
    body: {
      url: CENTRAL,
      token: ACCESS_TOKEN,
      enterpriseId: ENTERPRISE_ID,
      part: { namePattern: 'Reef *', group: 'Reef School' },
      startsOver: false,
    },
    reply: { ...syncExample, state: 'offline', upToDateAt: null },
  },
  removeUpstream: {
    reply: { ...syncExample, state: 'off', upstream: null, upToDateAt: null, nextRunAt: null },
  },
  checkUpstream: {
    body: { url: CENTRAL, token: ACCESS_TOKEN },
    reply: {
      isOk: true,
      finding: 'OK',
      message: 'The central answers.',
      organisations: [ENTERPRISE_ID],
      organisationNames: { [ENTERPRISE_ID]: 'Reef School' },
      devices: 30,
      clockSkewMs: 320,
      isEncrypted: true,
    },
  },
  getSync: { reply: syncExample },
  runSync: { body: { confirmsRemovals: false, waitSec: 0 }, reply: { ...syncExample, state: 'connecting' } },
  pauseSync: { reply: { ...syncExample, state: 'paused', nextRunAt: null } },
  resumeSync: { reply: { ...syncExample, state: 'offline' } },
  listConflicts: { reply: { ...page, items: [conflict] } },
  resolveConflict: {
    body: { take: 'there', value: 40, slotId: OTHER_DEVICE_ID },
    reply: { ...conflict, taken: 'value', resolvedAt: BEAT_AT },
  },
  resolveConflicts: {
    body: { take: 'there', conflictsId: [CONFLICT_ID], deviceId: DEVICE_ID, path: ['settings', 'display'] },
    reply: { resolved: 1, failed: 0 },
  },
  listSyncDevices: { reply: { ...page, items: [device] } },
  getSyncWaiting: {
    reply: {
      items: [{ part: 'settings', path: ['settings', 'display', 'brightness'], here: 80, there: 50 }],
      total: 1,
    },
  },
  dropWaiting: {
    body: { devicesId: [DEVICE_ID], parts: ['settings'] },
    reply: { taken: 1, failed: 0 },
  },
  linkDevice: {
    body: { deviceId: DEVICE_ID, upstreamId: OTHER_DEVICE_ID },
    reply: { ...device, upstreamId: OTHER_DEVICE_ID, lifecycle: [], failures: [] },
  },
  createCentralSlots: { body: { devicesId: [DEVICE_ID] }, reply: { created: 1, failed: 0 } },
  getStranded: {
    reply: {
      savedAt: BEAT_AT,
      slots: [
        {
          id: DEVICE_ID,
          label: 'A-01',
          upstreamId: DEVICE_ID,
          gone: 'DELETED',
          events: [
            {
              eventId: 'event-1',
              type: 'APP_STARTED',
              timestamp: BEAT_AT,
              enrolmentId: null,
              payload: { packageName: 'com.example.reef' },
            },
          ],
        },
      ],
    },
  },
  retrySync: { body: { devicesId: [DEVICE_ID] }, reply: syncExample },
  listSetAside: {
    reply: {
      ...page,
      items: [
        {
          upstreamId: OTHER_DEVICE_ID,
          label: 'A-02',
          code: 'NOT_UNDERSTOOD',
          message: 'It cannot be understood: its settings is no object.',
          since: ENROLLED_AT,
          lastAt: BEAT_AT,
        },
      ],
    },
  },
  listSyncRuns: { reply: { ...page, items: [run] } },
  getSyncReport: {
    reply: {
      run,
      lines: [
        {
          at: BEAT_AT,
          direction: 'up',
          deviceId: DEVICE_ID,
          label: 'A-01',
          what: { parts: ['settings.display', 'label'] },
        },
        {
          at: BEAT_AT,
          direction: 'conflict',
          deviceId: DEVICE_ID,
          label: 'A-01',
          what: { path: ['settings', 'display', 'brightness'], winner: 'here' },
        },
      ],
    },
  },
};

export const parameters: ParameterNotes = {
  conflictId: { description: 'The identifier of the conflict.', example: CONFLICT_ID },
  status: { description: 'Only those that are in this state.', example: 'open' },
  which: { description: 'Which devices.', example: 'waiting' },
};
