import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { classActionSchema, classRunSchema } from './class-run.ts';
import { entityIdSchema } from '../ids.ts';
import { text } from '../primitives.ts';
import * as field from '../fields.ts';

/** Maximum number of headsets per action. */
export const MAX_IN_CLASS = 5_000;
/** How long latecomers still receive an action, in ms: about one lesson. The next class starts without it. */
export const CLASS_LASTS_MS = 45 * 60_000;
/** Number of recent actions per organisation that are always retained. */
export const RETAINED_CLASS_RUNS = 20;
/** Maximum number of actions per organisation that are retained, including those that still apply to a headset. */
export const MAX_CLASS_RUNS = 60;

/**
 * Sends an action to these headsets and answers at once. Progress is published on the fleet’s stream as `classRun`.
 * Offline headsets receive it when they return within 45 minutes.
 */
export const startClassRun = endpoint('POST /station/class/runs', {
  summary: 'Send a command to a class',
  tag: 'commands',
  role: 'teacher',
  servesCarts: true,
  body: z.object({
    devicesId: z.array(z.string()).min(1).max(MAX_IN_CLASS).describe('Ids of the device records.'),
    action: classActionSchema,
  }),
  reply: classRunSchema,
  errors: ['VALIDATION_FAILED', 'BATCH_TOO_LARGE'],
});

/**
 * Lists the actions of the organisation, newest first: the last 20, and those of the last 45 minutes that are still
 * the newest of their kind for a headset, 60 at most. They survive a restart of the station.
 */
export const listClassRuns = endpoint('GET /station/class/runs', {
  summary: 'List recent class commands',
  tag: 'commands',
  role: 'viewer',
  servesCarts: true,
  reply: field.listOf(classRunSchema),
});

/** Returns one action. */
export const getClassRun = endpoint('GET /station/class/runs/{runId}', {
  summary: 'Get the progress of a class command',
  tag: 'commands',
  role: 'viewer',
  servesCarts: true,
  reply: classRunSchema,
  errors: ['NOT_FOUND'],
});

/** Sends an action again to the headsets it did not reach. */
export const retryClassRun = endpoint('POST /station/class/runs/{runId}/retry', {
  summary: 'Retry a class command on headsets it did not reach',
  tag: 'commands',
  role: 'teacher',
  servesCarts: true,
  reply: classRunSchema,
  errors: ['NOT_FOUND'],
});

/** Presses a button of a lesson: sends its action to all headsets of the lesson. */
export const runLessonStep = endpoint('POST /station/lessons/{lessonId}/steps/{step}/run', {
  summary: 'Run a step of a lesson plan',
  tag: 'commands',
  role: 'teacher',
  servesCarts: true,
  params: z.object({
    lessonId: entityIdSchema,
    step: z
      .string()
      .regex(/^\d{1,3}$/, 'Not the number of a step')
      .meta({ override: { type: 'integer', minimum: 0, maximum: 999 } }),
  }),
  reply: classRunSchema,
  errors: ['NOT_FOUND', 'BATCH_TOO_LARGE'],
});

const classAppSchema = z
  .object({
    packageName: field.packageName,
    total: z.int().describe('Headsets of the class.'),
    startable: z.int().describe('Headsets that can start it now.'),
    offline: z.int().describe('Headsets that have it and are offline.'),
    notInstalled: z.int().describe('Headsets that do not have it.'),
    inKiosk: z.int().describe('Headsets that have it and are in kiosk mode with another app.'),
  })
  .meta({
    id: 'ClassApp',
    description: 'An app that a class can be given. Each of its headsets is counted once.',
  });
export type ClassAppView = z.infer<typeof classAppSchema>;

/** Lists the apps of the library and of these headsets, with how many can start each of them now, and why not. */
export const listClassApps = endpoint('POST /station/class/apps', {
  summary: 'List the apps that a class can start',
  tag: 'commands',
  role: 'viewer',
  servesCarts: true,
  isRead: true,
  body: z.object({
    devicesId: z.array(z.string()).min(1).max(MAX_IN_CLASS).describe('Ids of the device records.'),
    also: z
      .array(text(255, 1))
      .max(100)
      .optional()
      .describe('Apps to list too, such as those of a lesson plan.'),
  }),
  reply: z.object({
    items: field.entriesOf(classAppSchema),
    kioskMayFollow: z.boolean().describe('Whether kiosks may follow the app of a lesson until it ends.'),
  }),
  errors: ['VALIDATION_FAILED'],
});

const classRulesSchema = z
  .object({
    kioskMayFollow: z.boolean().describe('Whether kiosks may follow the app of a lesson until it ends.'),
  })
  .meta({ id: 'ClassRules', description: 'What teachers may do in a lesson.' });
export type ClassRules = z.infer<typeof classRulesSchema>;

/** Returns what teachers may do in a lesson. */
export const getClassRules = endpoint('GET /station/class/rules', {
  summary: 'Get the rules for lessons',
  tag: 'commands',
  role: 'viewer',
  servesCarts: true,
  reply: classRulesSchema,
});

/** Sets what teachers may do in a lesson. */
export const setClassRules = endpoint('PUT /station/class/rules', {
  summary: 'Set the rules for lessons',
  tag: 'commands',
  role: 'technician',
  body: classRulesSchema,
  reply: classRulesSchema,
  errors: ['VALIDATION_FAILED'],
});
