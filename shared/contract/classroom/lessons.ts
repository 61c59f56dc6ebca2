import { z } from 'zod';

import { classActionSchema } from './class-run.ts';
import { endpoint } from '../endpoint.ts';
import { entityIdSchema } from '../ids.ts';
import { instantSchema, text, nameText } from '../primitives.ts';
import * as field from '../fields.ts';

/** Maximum number of lessons per organisation. */
export const MAX_LESSONS = 200;
/** Maximum number of buttons per lesson. */
export const MAX_STEPS = 24;

export const audienceSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('all').describe('A group, a cart or all headsets.') }),
    z.object({
      kind: z.literal('group').describe('A group, a cart or all headsets.'),
      groupId: entityIdSchema.describe('Id of the group.'),
    }),
    z.object({
      kind: z.literal('cart').describe('A group, a cart or all headsets.'),
      cartId: text(64, 1).describe('Id or name of the cart; null for headsets without a cart.'),
    }),
  ])
  .describe('Headsets of the lesson.');
export type Audience = z.infer<typeof audienceSchema>;

/** A button of a lesson. */
export const lessonStepSchema = z.object({
  label: nameText(64, 1).describe('Label of the button.'),
  action: classActionSchema,
});
export type LessonStep = z.infer<typeof lessonStepSchema>;

const lessonSchema = z
  .object({
    id: field.id,
    name: field.name,
    audience: audienceSchema,
    steps: z.array(lessonStepSchema).describe('Buttons of the lesson, in order.'),
    revision: z.int().describe('Increases with every change. Sent as `ETag` and accepted as `If-Match`.'),
    updatedAt: instantSchema.describe('When it last changed.'),
  })
  .meta({ id: 'Lesson', description: 'A lesson plan: buttons in order, and the headsets they apply to.' });
export type Lesson = z.infer<typeof lessonSchema>;

const fields = {
  name: nameText(64, 1).describe('Name shown to people.'),
  audience: audienceSchema,
  steps: z.array(lessonStepSchema).min(1).max(MAX_STEPS).describe('Steps in order.'),
};

/** Lists the lessons of the caller’s organisation, by name. */
export const listLessons = endpoint('GET /station/lessons', {
  summary: 'List the lesson plans',
  role: 'viewer',
  servesCarts: true,
  reply: field.listOf(lessonSchema),
});

export const getLesson = endpoint('GET /station/lessons/{lessonId}', {
  summary: 'Get a lesson plan',
  role: 'viewer',
  servesCarts: true,
  reply: lessonSchema,
  revisionOf: ({ revision }) => revision,
  errors: ['NOT_FOUND'],
});

/** Creates a lesson. Names are unique without regard to case. At most 200 lessons. */
export const createLesson = endpoint('POST /station/lessons', {
  summary: 'Create a lesson plan',
  body: z.object(fields),
  reply: lessonSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/** Replaces a lesson. */
export const updateLesson = endpoint('PUT /station/lessons/{lessonId}', {
  summary: 'Change a lesson plan',
  body: z.object(fields),
  reply: lessonSchema,
  revisionOf: ({ revision }) => revision,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});

/** Deletes a lesson. Its past actions stay in effect. */
export const deleteLesson = endpoint('DELETE /station/lessons/{lessonId}', {
  summary: 'Remove a lesson plan',
  reply: z.object({ id: field.id, success: field.success }),
  errors: ['NOT_FOUND'],
});
