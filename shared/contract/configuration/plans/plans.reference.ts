import type { Author } from '../../devices/authors.ts';
import type { SettingsRow } from '../settings/settings-rows.ts';
import type { PlanResult, PlanSummary, planSchema } from './plans.ts';
import type { z } from 'zod';
import type { Descriptions, OperationExamples, ParameterNotes } from '../../reference/reference.ts';
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

/** Examples of plans and rollouts. */
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

export const descriptions: Descriptions = {
  entry: 'Entry of the list; null if the row is not about a list.',
  SettingsRow: 'A row of a comparison of settings.',
  'SettingsRow.kind': 'What changes; `unsupported` if the headsets cannot do it, so it is not sent.',
  wanted: 'Desired value; null if not managed or absent.',
  reported: 'Value that the headset reports as in effect; null if absent.',
  'SettingsRow.fields': 'Fields of the entry that differ.',
  isReinstall: 'True if the application is reinstalled because its version changes.',
  needsFirmware: 'Lowest firmware version needed, if the headset’s is older; otherwise null.',
  Plan: 'A preview of a change, and its rollout once applied.',
  PlanSummary: 'A plan without its rows.',
  PlanSource: 'What a plan is made from.',
  'PlanSource.kind': '`settings`, a `profile`, the undoing of a change (`revert`) or a `repair`.',
  'PlanSource.changeId': 'Change that is undone; null for other kinds.',
  profileName: 'Name of the profile; null for other kinds.',
  profileVersion: 'Version of the profile; the newest if absent.',
  PlanGroup: 'Headsets that change in the same way: one model with the same current settings.',
  outcome: 'What the plan does to the group; `refused` headsets are skipped.',
  rows: 'What changes, setting by setting.',
  conflicts: 'Package names that are assigned to more than one Android binary.',
  PlanConflict: 'A package name that is assigned to more than one Android binary.',
  faults: 'What is wrong, with the path of each fault.',
  'PlanGroup.network':
    'The Wi-Fi network through which these headsets are connected, if the change replaces it; null if it does not, or if they do not say.',
  stays:
    'True if the network stays beside the new ones until each headset was seen on one of these; false if they may lose their connection.',
  'Plan.replacedNetworks': 'Wi-Fi networks that are replaced while headsets are connected through them.',
  'Plan.replacedNetworks.devices': 'Number of headsets that are connected through it.',
  'PlanGroup.network.ssid': 'Name of the Wi-Fi network.',
  'Plan.replacedNetworks.ssid': 'Name of the Wi-Fi network.',
  groups: 'Headsets grouped by what changes for them.',
  counts: 'Number of headsets by outcome.',
  'counts.change': 'Headsets that change.',
  'counts.same': 'Headsets that stay unchanged.',
  'counts.refused': 'Headsets that are skipped because the change is not possible.',
  'counts.offline': 'Headsets that change and are offline now.',
  'counts.devices': 'Headsets of the plan.',
  'Plan.devices': 'Details of each headset.',
  'Plan.devices.group': 'Index in `groups`.',
  'Plan.devices.reach': 'Connection now; `offline` and `slot` receive the change later.',
  isMoved: 'True if the settings changed since the plan was made; applying is refused.',
  'Plan.devices.missingBytes': 'Space that is missing on the headset, in bytes; null if enough or unknown.',
  'Plan.devices.room': 'How `missingBytes` was computed; null if that is null.',
  PlanRun: 'The rollout of a plan.',
  'PlanRun.state':
    '`paused` waits for a person to resume it; `stopped` sends nothing more until a person retries.',
  'PlanRun.counts': 'Number of headsets by result state.',
  stoppedBy: 'Why the rollout is not running; null while it runs.',
  wave: 'Number of the wave, counted from 1; null for headsets that receive nothing.',
  waves: 'Waves in order.',
  'applyPlan.body.waves': 'Sizes of the first waves; the rest follow in one. Empty: all at once.',
  'waves.number': 'Number of the wave, counted from 1.',
  'waves.size': 'Headsets in the wave.',
  'waves.state': 'State of the wave.',
  confirmed: 'Headsets that reported that everything is in effect.',
  stopAtFailedPercent: 'Share of failed headsets in a wave, in percent, above which the rollout stops.',
  waitUntil: 'Until when offline headsets are pending; null for no limit.',
  confirmWithinSec: 'Time without progress after which a headset counts as failed, in seconds.',
  order: 'Order of the headsets: as listed, or one of each model first.',
  pauseAfter: 'Waves after which the rollout pauses, counted from 1.',
  ifOffline: 'Whether offline headsets receive the change later or are skipped.',
  PlanResult: 'How far the rollout has come on one headset.',
  'PlanResult.state':
    '`queued`: in a later wave; `waiting`: offline; `sent`: written; `applying`: accepted by the headset; `confirmed`: reported in effect; `skipped`: not sent; `expired`: the headset did not come back in time.',
  PlanResultReason: 'Why a headset failed or received nothing.',
  'PlanResult.progress': 'Progress of its downloads, 0 to 1; null if none.',
  until: 'Until when the station waits for the headset; null if it does not.',
  changedAt: 'When the state last changed.',
  undoneBy: 'The change that undid it; null if it was not undone.',
  plan: 'The plan.',
  lists: 'Whether lists replace the current ones or are added to them.',
  author: 'Who made it.',
  'continuePlanWithout.body.instead':
    'Pending headsets of later waves that are sent the change now, in the place of these.',
  'room.freeBytes': 'Free bytes on the largest volume when last reported; null if unknown.',
};
