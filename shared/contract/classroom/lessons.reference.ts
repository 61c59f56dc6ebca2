import type { Lesson } from './lessons.ts';
import type { ClassRun } from './class-run.ts';
import type { OperationExamples, ParameterNotes } from '../reference/reference.ts';
import {
  BEAT_AT,
  DEVICE_ID,
  ENROLLED_AT,
  GROUP_ID,
  LESSON_ID,
  OTHER_DEVICE_ID,
  PACKAGE_NAME,
  RUN_ID,
} from '../reference/values.ts';

const plan: Pick<Lesson, 'name' | 'audience' | 'steps'> = {
  name: 'Volcanoes, lesson 3',
  audience: { kind: 'group', groupId: GROUP_ID },
  steps: [
    { label: 'Open the lab', action: { do: 'start', packageName: PACKAGE_NAME, inKiosk: true } },
    { label: 'Quieter', action: { do: 'volume', volume: 30 } },
    { label: 'Look at me', action: { do: 'look' } },
  ],
};

const lesson = {
  ...plan,
  id: LESSON_ID,
  revision: 2,
  updatedAt: ENROLLED_AT,
};

/** An action that one of two headsets has carried out. */
export const classRunExample: ClassRun = {
  id: RUN_ID,
  action: { do: 'start', packageName: PACKAGE_NAME, inKiosk: true },
  startedAt: BEAT_AT,
  isRunning: false,
  results: [
    { id: DEVICE_ID, stage: 'done', at: BEAT_AT, reachedAt: BEAT_AT, reason: null, waitsUntil: null },
    {
      id: OTHER_DEVICE_ID,
      stage: 'absent',
      at: BEAT_AT,
      reachedAt: null,
      reason: null,
      waitsUntil: '2026-09-14T09:02:00.000Z',
    },
  ],
};

export const examples: OperationExamples = {
  listLessons: { reply: { items: [lesson] } },
  getLesson: { reply: lesson },
  createLesson: { body: plan, reply: lesson },
  updateLesson: { body: plan, reply: lesson },
  deleteLesson: { reply: { id: LESSON_ID, success: true } },
  startClassRun: {
    body: {
      devicesId: [DEVICE_ID, OTHER_DEVICE_ID],
      action: { do: 'start', packageName: PACKAGE_NAME, inKiosk: true },
    },
    reply: classRunExample,
  },
  listClassApps: {
    body: { devicesId: [DEVICE_ID, OTHER_DEVICE_ID], also: [PACKAGE_NAME] },
    reply: {
      items: [{ packageName: PACKAGE_NAME, total: 2, startable: 1, offline: 0, notInstalled: 0, inKiosk: 1 }],
      kioskMayFollow: true,
    },
  },
  getClassRules: { reply: { kioskMayFollow: true } },
  setClassRules: { body: { kioskMayFollow: false }, reply: { kioskMayFollow: false } },
  listClassRuns: { reply: { items: [classRunExample] } },
  getClassRun: { reply: classRunExample },
  retryClassRun: { reply: classRunExample },
  runLessonStep: { reply: classRunExample },
};

export const parameters: ParameterNotes = {
  lessonId: { description: 'The identifier of the lesson plan.', example: LESSON_ID },
  step: { description: 'Which button of the lesson, counted from 0.', example: 0 },
};
