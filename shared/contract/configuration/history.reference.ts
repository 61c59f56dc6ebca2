import type { Change } from './history.ts';
import type { DriftField } from './drift.ts';
import type { Descriptions, OperationExamples, ParameterNotes } from '../reference/reference.ts';
import { BEAT_AT, CHANGE_ID, DEVICE_ID, OTHER_DEVICE_ID, PLAN_ID } from '../reference/values.ts';
import { authorExample, brightnessRowExample, planExample } from './plans.reference.ts';

const change: Change = {
  id: CHANGE_ID,
  at: BEAT_AT,
  author: authorExample,
  kind: 'plan',
  devices: 1,
  paths: ['display.brightness'],
  planId: PLAN_ID,
  reverts: null,
  revertedBy: null,
};

export const driftFieldExample: DriftField = {
  path: 'display.brightness',
  entry: null,
  wanted: 70,
  reported: 100,
};

/** Examples of the history, of undoing a change, and of drift. */
export const examples: OperationExamples = {
  listChanges: { reply: { page: 1, limit: 50, total: 1, items: [change] } },
  getChange: {
    reply: { ...change, groups: [{ devicesId: [DEVICE_ID], rows: [brightnessRowExample] }], movedIds: [] },
  },
  revertChange: {
    body: { devicesId: [DEVICE_ID], moved: 'skip', apply: false },
    reply: planExample,
  },
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
  repairDrift: { body: { devicesId: [DEVICE_ID], what: 'drift', apply: false }, reply: planExample },
};

export const parameters: ParameterNotes = {
  changeId: { description: 'The identifier of the change.', example: CHANGE_ID },
};

export const descriptions: Descriptions = {
  paths: 'Paths of the settings that changed, at most 12, as in the settings catalog.',
  Change: 'An action that changed headsets: who, when, by which operation, on how many.',
  ChangeGroup: 'Headsets that changed in the same way.',
  'Change.kind':
    '`configure`, `contents`, `files`, `videos`, `identity`, `mac`, `metadata`, `swap`, `plan`, `profile`, `revert`, `repair`, `conflict` or `sync`.',
  planId: 'Id of the plan that made the change; null if none did.',
  reverts: 'Id of the change that this one undid; null if none.',
  revertedBy: 'Id of the newest change that undid this one; null if none.',
  movedIds: 'Headsets that changed again since; they refuse the undo unless `moved` says otherwise.',
  apply: 'False to create the plan only.',
  moved: 'What to do with headsets that changed since: refuse, skip them, or overwrite.',
  what: 'What to send again: settings that differ, or contents that failed.',
  DriftedHeadset: 'A headset whose reported settings differ since it confirmed them.',
  NeverInEffectHeadset: 'A headset that reports its settings as applied, but never as in effect.',
  'DriftedHeadset.since': 'Since when it differs.',
  DriftField: 'A setting that differs from its desired value.',
  neverInEffect: 'Headsets on which settings were applied and never in effect.',
};
