import type { Change } from './history.ts';
import type { DriftField } from './drift.ts';
import type { OperationExamples, ParameterNotes } from '../reference/reference.ts';
import { BEAT_AT, CHANGE_ID, DEVICE_ID, OTHER_DEVICE_ID, PLAN_ID } from '../reference/values.ts';
import { authorExample, brightnessRowExample, planExample } from './plans/plans.reference.ts';

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
