import type { ClassRun } from '../classroom/class-run.ts';
import type { Lesson } from '../classroom/lessons.ts';
import type { OperationExamples } from '../examples/example.ts';
import {
  BEAT_AT,
  DEVICE_ID,
  ENROLLED_AT,
  GROUP_ID,
  LESSON_ID,
  OTHER_DEVICE_ID,
  PACKAGE_NAME,
  PERSON_ID,
  RUN_ID,
  TOKEN_ID,
} from '../examples/values.ts';

const person = {
  id: PERSON_ID,
  name: 'Madame Laurent',
  role: 'teacher' as const,
  createdAt: ENROLLED_AT,
  passcodeSetAt: ENROLLED_AT,
  lastSignInAt: BEAT_AT,
  sessions: 1,
};
const session = {
  role: 'teacher' as const,
  person: { id: PERSON_ID, name: 'Madame Laurent' },
  expiresAt: BEAT_AT,
};
const entry = {
  seq: 41,
  at: BEAT_AT,
  kind: 'person' as const,
  who: 'Madame Laurent',
  personId: PERSON_ID,
  tokenId: TOKEN_ID,
  role: 'teacher' as const,
  address: '192.168.1.31',
  isFromLan: true,
  operation: 'startClassRun',
  detail: `start ${PACKAGE_NAME}`,
  subject: null,
  targets: 2,
  devicesId: [DEVICE_ID, OTHER_DEVICE_ID],
  labels: ['A-01', 'A-02'],
  status: 200,
  skipped: 0,
  hash: 'mFsc1c9ZtYp0VbqZrXQ0mHc3sWm8gkq0d0sYw8r5b1Q',
};
const plan: Pick<Lesson, 'name' | 'audience' | 'steps'> = {
  name: 'Volcanoes, lesson 3',
  audience: { kind: 'group', groupId: GROUP_ID },
  steps: [
    { label: 'Open the lab', action: { do: 'start', packageName: PACKAGE_NAME } },
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
/** An order that one of two headsets has carried out. */
export const classRunExample: ClassRun = {
  id: RUN_ID,
  action: { do: 'start', packageName: PACKAGE_NAME },
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

/** People, what they did, and what they teach. */
export const peopleExamples: OperationExamples = {
  getSession: { reply: session },
  closeSession: { reply: undefined },
  listPeople: { reply: { items: [person] } },
  addPerson: {
    body: { name: 'Madame Laurent', role: 'teacher', passcode: 'quiet-river-stone' },
    reply: person,
  },
  updatePerson: {
    body: { name: 'Madame Laurent', role: 'teacher', passcode: 'quiet-river-stone' },
    reply: person,
  },
  removePerson: { reply: { id: PERSON_ID, success: true } },
  listAudit: { reply: { page: 1, limit: 50, total: 1, items: [entry] } },
  verifyAudit: {
    reply: { isIntact: true, checked: 41, firstSeq: 1, lastSeq: 41, brokenAt: null, keptDays: 400 },
  },
  listLessons: { reply: { items: [lesson] } },
  getLesson: { reply: lesson },
  createLesson: { body: plan, reply: lesson },
  updateLesson: { body: plan, reply: lesson },
  deleteLesson: { reply: { id: LESSON_ID, success: true } },
  startClassRun: {
    body: { devicesId: [DEVICE_ID, OTHER_DEVICE_ID], action: { do: 'start', packageName: PACKAGE_NAME } },
    reply: classRunExample,
  },
  listClassRuns: { reply: { items: [classRunExample] } },
  getClassRun: { reply: classRunExample },
  retryClassRun: { reply: classRunExample },
  runLessonStep: { reply: classRunExample },
};
