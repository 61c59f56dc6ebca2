import type { Author } from '../../devices/authors.ts';
import type { SettingsRow } from '../settings/settings-rows.ts';
import type { PlanResult, PlanSummary, planSchema } from './plans.ts';
import type { z } from 'zod';
import type { OperationExamples, ParameterNotes } from '../../reference/reference.ts';
import {
  BEAT_AT,
  CHANGE_ID,
  DEVICE_ID,
  LICENCE_ENDS_AT,
  OTHER_DEVICE_ID,
  PLAN_ID,
  PROFILE_ID,
  TOKEN_ID,
} from '../../reference/values.ts';
import { settingsChangeExample } from '../settings/settings.reference.ts';

/** Who made the changes. */
export const authorExample: Author = { kind: 'session', tokenId: TOKEN_ID, label: null };

/** A row that changes the brightness. */
export const brightnessRowExample: SettingsRow = {
  path: 'display.brightness',
  entry: null,
  kind: 'change',
  now: 40,
  wanted: 70,
  fields: [],
  isReinstall: false,
  restart: 'no',
  support: 'yes',
  needsFirmware: null,
  note: null,
};

const noCounts = {
  same: 0,
  refused: 0,
  queued: 0,
  waiting: 0,
  sent: 0,
  applying: 0,
  confirmed: 0,
  failed: 0,
  skipped: 0,
  expired: 0,
};

/** A plan summary, as the fleet's stream also sends it. */
export const planSummaryExample: PlanSummary = {
  id: PLAN_ID,
  title: 'Science week',
  source: {
    kind: 'profile',
    profileId: PROFILE_ID,
    profileName: 'Science week',
    profileVersion: 2,
    changeId: null,
  },
  createdAt: BEAT_AT,
  author: authorExample,
  counts: { devices: 2, change: 1, same: 1, refused: 0, offline: 0 },
  run: {
    state: 'running',
    stoppedBy: null,
    wave: 1,
    waves: [{ number: 1, size: 1, state: 'running', confirmed: 0, failed: 0 }],
    stopAtFailedPercent: 20,
    waitUntil: LICENCE_ENDS_AT,
    confirmWithinSec: 1_800,
    startedAt: BEAT_AT,
    finishedAt: null,
    counts: { ...noCounts, same: 1, sent: 1 },
  },
  changeId: CHANGE_ID,
  undoneBy: null,
};

/** A plan that changes one headset of two. */
export const planExample: z.input<typeof planSchema> = {
  ...planSummaryExample,
  run: null,
  changeId: null,
  groups: [
    {
      brand: 'pico',
      model: 'PICO 4',
      devicesId: [DEVICE_ID],
      outcome: 'change',
      rows: [brightnessRowExample],
      conflicts: [],
      faults: [],
      network: { ssid: 'School XR', stays: true },
    },
    {
      brand: 'meta',
      model: 'Quest 3',
      devicesId: [OTHER_DEVICE_ID],
      outcome: 'same',
      rows: [{ ...brightnessRowExample, kind: 'same', now: 70 }],
      conflicts: [],
      faults: [],
      network: null,
    },
  ],
  devices: [
    {
      id: DEVICE_ID,
      label: 'A-01',
      group: 0,
      reach: 'linked',
      lastHeartbeatAt: BEAT_AT,
      isMoved: false,
      missingBytes: null,
      room: null,
    },
    {
      id: OTHER_DEVICE_ID,
      label: 'A-02',
      group: 1,
      reach: 'heard',
      lastHeartbeatAt: BEAT_AT,
      isMoved: false,
      missingBytes: 1_250_000_000,
      room: { freeBytes: 800_000_000, waitingBytes: 450_000_000, waitingUnknown: 0, leavingBytes: 0 },
    },
  ],
  invalidIds: [],
  replacedNetworks: [{ ssid: 'School XR', devices: 1, stays: true }],
};

export const planResultExample: PlanResult = {
  id: DEVICE_ID,
  label: 'A-01',
  state: 'sent',
  wave: 1,
  reason: null,
  progress: null,
  until: null,
  attempts: 1,
  changedAt: BEAT_AT,
};

export const examples: OperationExamples = {
  createPlan: {
    body: {
      devicesId: [DEVICE_ID],
      settings: settingsChangeExample,
      profileId: PROFILE_ID,
      profileVersion: 2,
      lists: 'add',
      title: 'Science week',
    },
    reply: planExample,
  },
  renewPlan: { reply: planExample },
  listPlans: { reply: { page: 1, limit: 50, total: 1, items: [planSummaryExample] } },
  getPlan: { reply: planExample },
  deletePlan: { reply: { id: PLAN_ID, success: true } },
  applyPlan: {
    body: {
      waves: [1, 5],
      order: 'oneOfEachModel',
      stopAtFailedPercent: 20,
      pauseAfter: [1],
      ifOffline: 'wait',
      waitUntil: LICENCE_ENDS_AT,
      confirmWithinSec: 1_800,
    },
    reply: planSummaryExample,
  },
  getPlanResults: { reply: { plan: planSummaryExample, results: [planResultExample] } },
  continuePlan: { reply: planSummaryExample },
  continuePlanWithout: { body: { devicesId: [DEVICE_ID], instead: [DEVICE_ID] }, reply: planSummaryExample },
  stopPlan: { reply: planSummaryExample },
  retryPlan: { body: { devicesId: [DEVICE_ID] }, reply: planSummaryExample },
};

export const parameters: ParameterNotes = {
  planId: { description: 'The identifier of the plan.', example: PLAN_ID },
};
