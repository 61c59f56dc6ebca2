import type { z } from 'zod';

import type { Author } from '../devices/authors.ts';
import type { DriftField } from './drift.ts';
import type { DeviceGroup } from '../devices/groups.ts';
import type { Change } from './history.ts';
import type { planSchema, PlanResult, PlanSummary } from './plans.ts';
import type { profileFileSchema, profileSchema, ProfileSummary } from './profiles.ts';
import type { SettingsRow } from './settings-rows.ts';
import type { OperationExamples } from '../examples/example.ts';
import { settingsChangeExample } from './settings.examples.ts';
import {
  ANDROID_ID,
  BEAT_AT,
  CHANGE_ID,
  DEVICE_ID,
  ENROLLED_AT,
  ENROLMENT_TOKEN,
  GROUP_ID,
  LICENCE_ENDS_AT,
  OTHER_DEVICE_ID,
  PACKAGE_NAME,
  PLAN_ID,
  PROFILE_ID,
  TOKEN_ID,
} from '../examples/values.ts';

const author: Author = { kind: 'session', tokenId: TOKEN_ID, label: null };

const group: DeviceGroup = {
  id: GROUP_ID,
  name: 'Year 8 science',
  devicesId: [DEVICE_ID],
  revision: 1,
  createdAt: ENROLLED_AT,
};

/** Examples of groups. */
const groupExamples: OperationExamples = {
  listGroups: { reply: { items: [group] } },
  createGroup: { body: { name: group.name, devicesId: [DEVICE_ID] }, reply: group },
  getGroup: { reply: group },
  updateGroup: {
    body: { name: 'Year 8 biology', devicesId: [DEVICE_ID], add: [DEVICE_ID], remove: [OTHER_DEVICE_ID] },
    reply: { ...group, name: 'Year 8 biology', revision: 2 },
  },
  deleteGroup: { reply: { id: GROUP_ID, success: true } },
};

const brightness: SettingsRow = {
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

const profileSummary: ProfileSummary = {
  id: PROFILE_ID,
  name: 'Science week',
  description: 'Kiosk with the planetarium',
  version: 2,
  createdAt: ENROLLED_AT,
  updatedAt: BEAT_AT,
  author,
  size: 2,
  kioskPackage: PACKAGE_NAME,
};
const settings = {
  kioskMode: { isActive: true, packageName: PACKAGE_NAME },
  applications: [{ id: 'app-planetarium', packageName: PACKAGE_NAME, codeVersion: 42 }],
  display: { brightness: 70 },
};
const profile: z.input<typeof profileSchema> = { ...profileSummary, settings, passwordsOf: [] };
const profileFile: z.input<typeof profileFileSchema> = {
  format: 'muster-profile',
  formatVersion: 1,
  name: profile.name,
  description: profile.description,
  settings,
};
const profileBody = {
  name: profile.name,
  description: profile.description,
  settings: settingsChangeExample,
};

/** Examples of profiles. */
const profileExamples: OperationExamples = {
  listProfiles: { reply: { items: [profileSummary] } },
  createProfile: { body: profileBody, reply: { ...profile, version: 1 } },
  getProfile: { reply: profile },
  updateProfile: {
    body: { ...profileBody, name: 'Science month' },
    reply: { ...profile, name: 'Science month' },
  },
  deleteProfile: { reply: { id: PROFILE_ID, success: true } },
  listProfileVersions: {
    reply: { items: [{ version: 2, name: profile.name, savedAt: BEAT_AT, author, size: 2 }] },
  },
  compareProfiles: {
    body: {
      left: { profileId: PROFILE_ID, version: 1, deviceId: DEVICE_ID },
      right: { profileId: PROFILE_ID, version: 2, deviceId: DEVICE_ID },
    },
    reply: { rows: [brightness], differences: 1 },
  },
  exportProfile: { reply: profileFile },
  importProfile: { body: profileFile, reply: { profile, ignored: ['display.hologram'] } },
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
  author,
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
};
const plan: z.input<typeof planSchema> = {
  ...planSummaryExample,
  run: null,
  changeId: null,
  groups: [
    {
      brand: 'pico',
      model: 'PICO 4',
      devicesId: [DEVICE_ID],
      outcome: 'change',
      rows: [brightness],
      conflicts: [],
      faults: [],
    },
    {
      brand: 'meta',
      model: 'Quest 3',
      devicesId: [OTHER_DEVICE_ID],
      outcome: 'same',
      rows: [{ ...brightness, kind: 'same', now: 70 }],
      conflicts: [],
      faults: [],
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

/** Examples of plans and rollouts. */
const planExamples: OperationExamples = {
  createPlan: {
    body: {
      devicesId: [DEVICE_ID],
      settings: settingsChangeExample,
      profileId: PROFILE_ID,
      profileVersion: 2,
      lists: 'add',
      title: 'Science week',
    },
    reply: plan,
  },
  renewPlan: { reply: plan },
  listPlans: { reply: { page: 1, limit: 50, total: 1, items: [planSummaryExample] } },
  getPlan: { reply: plan },
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
  continuePlanWithout: { body: { devicesId: [DEVICE_ID] }, reply: planSummaryExample },
  stopPlan: { reply: planSummaryExample },
  retryPlan: { body: { devicesId: [DEVICE_ID] }, reply: planSummaryExample },
};

const change: Change = {
  id: CHANGE_ID,
  at: BEAT_AT,
  author,
  kind: 'plan',
  devices: 1,
  paths: ['display.brightness'],
  planId: PLAN_ID,
  reverts: null,
  revertedBy: null,
};

/** Examples of the history and of undoing a change. */
const historyExamples: OperationExamples = {
  listChanges: { reply: { page: 1, limit: 50, total: 1, items: [change] } },
  getChange: {
    reply: { ...change, groups: [{ devicesId: [DEVICE_ID], rows: [brightness] }], movedIds: [] },
  },
  revertChange: {
    body: { devicesId: [DEVICE_ID], moved: 'skip', apply: false },
    reply: plan,
  },
};

export const driftFieldExample: DriftField = {
  path: 'display.brightness',
  entry: null,
  wanted: 70,
  reported: 100,
};

/** Examples of drift. */
const driftExamples: OperationExamples = {
  listDrift: {
    reply: {
      items: [{ id: DEVICE_ID, label: 'A-01', since: BEAT_AT, fields: [driftFieldExample] }],
      neverInEffect: [
        {
          id: OTHER_DEVICE_ID,
          label: 'A-02',
          fields: [{ path: 'display.brightness', entry: null, wanted: 70, reported: 100 }],
        },
      ],
    },
  },
  repairDrift: { body: { devicesId: [DEVICE_ID], what: 'drift', apply: false }, reply: plan },
};

/** Examples of cart files and acceptance sheets. */
const cartExamples: OperationExamples = {
  exportSlots: {
    body: { devicesId: [DEVICE_ID] },
    reply: {
      fileName: 'slots.csv',
      csv: `label,model,cart,shelf,place,profile,enrollmentToken,id\r\nA-01,PICO 4,Cart A,1,1,,${ENROLMENT_TOKEN},${DEVICE_ID}\r\n`,
    },
  },
  importSlots: {
    body: { csv: 'label;model;cart\nA-01;PICO 4;Cart A\n', check: false },
    reply: {
      items: [{ id: DEVICE_ID, label: 'A-01', enrollmentToken: ENROLMENT_TOKEN }],
      count: 1,
      faults: [],
      ignored: [],
    },
  },
  swapSlots: {
    body: { devicesId: [DEVICE_ID, OTHER_DEVICE_ID] },
    reply: {
      items: [
        { id: DEVICE_ID, label: 'A-07', cart: { id: 'cart-a', label: 'Cart A' }, shelf: 1, place: 7 },
        { id: OTHER_DEVICE_ID, label: 'A-03', cart: { id: 'cart-a', label: 'Cart A' }, shelf: 1, place: 3 },
      ],
    },
  },
  freeSlot: { reply: { id: DEVICE_ID, label: 'A-01', enrollmentToken: ENROLMENT_TOKEN } },
  setSlotProfiles: {
    body: { devicesId: [DEVICE_ID], profileId: PROFILE_ID },
    reply: { items: [{ id: DEVICE_ID, state: 'given' }] },
  },
  createAcceptanceSheet: {
    body: { devicesId: [DEVICE_ID], technician: 'Amélie R.' },
    reply: {
      fileName: 'acceptance.csv',
      csv: 'name,MAC\r\nA-01,A4:5E:60:12:34:56\r\n',
      at: BEAT_AT,
      technician: 'Amélie R.',
      station: 'Reef School',
      items: [
        {
          id: DEVICE_ID,
          label: 'A-01',
          cart: 'Cart A',
          place: 1,
          macAddress: 'A4:5E:60:12:34:56',
          androidId: ANDROID_ID,
          brand: 'pico',
          model: 'PICO 4',
          firmware: '5.9.3',
          apps: [{ name: PACKAGE_NAME, versionCode: 42, status: 'INSTALLED' }],
          kiosk: PACKAGE_NAME,
          isKioskConfirmed: true,
          battery: 81,
          wifi: ['School XR'],
          profile: { id: PROFILE_ID, name: 'Science week', version: 2, reason: null, app: null },
          isConfirmed: true,
          open: [],
          cable: null,
          enrolledAt: ENROLLED_AT,
          lastHeartbeatAt: BEAT_AT,
        },
      ],
      invalidIds: [],
    },
  },
};

/** Examples of groups, profiles, plans, history, drift and carts. */
export const fleetConfigurationExamples: OperationExamples = {
  ...groupExamples,
  ...profileExamples,
  ...planExamples,
  ...historyExamples,
  ...driftExamples,
  ...cartExamples,
  surveySettings: {
    body: { devicesId: [DEVICE_ID] },
    reply: {
      devices: 1,
      invalidIds: [],
      models: [{ brand: 'pico', model: 'PICO 4', count: 1 }],
      fields: [{ path: 'display.brightness', values: [{ value: 70, count: 1 }], unset: 0 }],
      reported: [{ path: 'display.brightness', values: [{ value: 65, count: 1 }], unset: 0 }],
      applications: [{ entry: { id: 'app-planetarium', packageName: PACKAGE_NAME }, count: 1 }],
      videos: [],
      files: [],
      packages: [{ entry: PACKAGE_NAME, count: 1 }],
      wifi: [{ entry: { ssid: 'School XR' }, count: 1 }],
      installed: [{ packageName: PACKAGE_NAME, count: 1 }],
    },
  },
};
