import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { classActionSchema, classRunSchema } from './class-run.ts';
import { entityIdSchema } from '../ids.ts';
import { nothing } from '../primitives.ts';

const common = {
  tag: 'commands',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
} as const;
const runParams = z.object({ runId: entityIdSchema });

/** Headsets that one run may be for. */
export const MOST_IN_CLASS = 1_000;
/** How long an order to a class holds for those who come late, in ms: about a lesson. The next class begins without. */
export const CLASS_LASTS_MS = 45 * 60_000;
/** Orders of one organisation that are remembered whatever became of them. */
export const KEPT_CLASS_RUNS = 20;
/** And with those that still hold for a headset. */
export const MOST_CLASS_RUNS = 60;

/**
 * Tells these headsets at once, and answers before they do; how far it comes is on the fleet’s stream as `classRun`. Who is
 * away is told on its return, for 45 minutes.
 */
export const startClassRun = endpoint({
  ...common,
  method: 'POST',
  path: '/station/class/runs',
  summary: 'Send a command to a class',
  role: 'teacher',
  params: nothing,
  query: nothing,
  body: z.object({
    devicesId: z.array(z.string()).min(1).max(MOST_IN_CLASS),
    action: classActionSchema,
  }),
  reply: classRunSchema,
  errors: ['VALIDATION_FAILED', 'BATCH_TOO_LARGE'],
});

/**
 * What the class was told, newest first: the last 20 orders of the organisation, and of the 45 minutes before now those
 * that are still the newest of their kind for a headset; at most 60. A restart of the station forgets none of it.
 */
export const listClassRuns = endpoint({
  ...common,
  method: 'GET',
  path: '/station/class/runs',
  summary: 'List recent class commands',
  role: 'viewer',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: z.object({ items: z.array(classRunSchema) }),
  errors: [],
});

/** One of them. */
export const getClassRun = endpoint({
  ...common,
  method: 'GET',
  path: '/station/class/runs/{runId}',
  summary: 'Get the progress of a class command',
  role: 'viewer',
  params: runParams,
  query: nothing,
  body: nothing,
  reply: classRunSchema,
  errors: ['NOT_FOUND'],
});

/** Tells those again that it did not reach. */
export const retryClassRun = endpoint({
  ...common,
  method: 'POST',
  path: '/station/class/runs/{runId}/retry',
  summary: 'Retry a class command on headsets it did not reach',
  role: 'teacher',
  params: runParams,
  query: nothing,
  body: nothing,
  reply: classRunSchema,
  errors: ['NOT_FOUND'],
});

/** Presses a button of a lesson: tells all headsets that the lesson is for. */
export const runLessonStep = endpoint({
  ...common,
  method: 'POST',
  path: '/station/lessons/{lessonId}/steps/{step}/run',
  summary: 'Run a step of a lesson plan',
  role: 'teacher',
  params: z.object({
    lessonId: entityIdSchema,
    step: z
      .string()
      .regex(/^\d{1,3}$/, 'Not the number of a step')
      .meta({ override: { type: 'integer', minimum: 0, maximum: 999 } }),
  }),
  query: nothing,
  body: nothing,
  reply: classRunSchema,
  errors: ['NOT_FOUND', 'BATCH_TOO_LARGE'],
});
