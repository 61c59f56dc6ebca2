import { z } from 'zod';

import { classActionSchema } from './class-run.ts';
import { endpoint } from '../endpoint.ts';
import { entityIdSchema } from '../ids.ts';
import { instantSchema, nothing, text, nameText } from '../primitives.ts';

const common = {
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
} as const;
const lessonParams = z.object({ lessonId: entityIdSchema });

/** Maximum number of lessons per organisation. */
export const MAX_LESSONS = 200;
/** Maximum number of buttons per lesson. */
export const MAX_STEPS = 24;

/** The headsets of a lesson: a group, a cart, or all. */
export const audienceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('group'), groupId: entityIdSchema }),
  z.object({ kind: z.literal('cart'), cartId: text(64, 1) }),
]);
export type Audience = z.infer<typeof audienceSchema>;

/** A button of a lesson. */
export const lessonStepSchema = z.object({ label: nameText(64, 1), action: classActionSchema });
export type LessonStep = z.infer<typeof lessonStepSchema>;

/** A lesson plan: the teacher's buttons in order, and the headsets they apply to. */
const lessonSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    audience: audienceSchema,
    steps: z.array(lessonStepSchema),
    revision: z.int(),
    updatedAt: instantSchema,
  })
  .meta({ id: 'Lesson' });
export type Lesson = z.infer<typeof lessonSchema>;

const fields = {
  name: nameText(64, 1),
  audience: audienceSchema,
  steps: z.array(lessonStepSchema).min(1).max(MAX_STEPS),
};

/** Lists the lessons of the caller’s organisation, by name. */
export const listLessons = endpoint({
  ...common,
  method: 'GET',
  path: '/station/lessons',
  summary: 'List the lesson plans',
  role: 'viewer',
  servesCarts: true,
  params: nothing,
  query: nothing,
  body: nothing,
  reply: z.object({ items: z.array(lessonSchema) }),
  errors: [],
});

/** Returns one lesson. */
export const getLesson = endpoint({
  ...common,
  method: 'GET',
  path: '/station/lessons/{lessonId}',
  summary: 'Get a lesson plan',
  role: 'viewer',
  servesCarts: true,
  params: lessonParams,
  query: nothing,
  body: nothing,
  reply: lessonSchema,
  revisionOf: ({ revision }) => revision,
  errors: ['NOT_FOUND'],
});

/** Creates a lesson. Names are unique without regard to case. At most 200 lessons. */
export const createLesson = endpoint({
  ...common,
  method: 'POST',
  path: '/station/lessons',
  summary: 'Create a lesson plan',
  params: nothing,
  query: nothing,
  body: z.object(fields),
  reply: lessonSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/** Replaces a lesson. */
export const updateLesson = endpoint({
  ...common,
  method: 'PUT',
  path: '/station/lessons/{lessonId}',
  summary: 'Change a lesson plan',
  params: lessonParams,
  query: nothing,
  body: z.object(fields),
  reply: lessonSchema,
  revisionOf: ({ revision }) => revision,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});

/** Deletes a lesson. Its past actions stay in effect. */
export const deleteLesson = endpoint({
  ...common,
  method: 'DELETE',
  path: '/station/lessons/{lessonId}',
  summary: 'Remove a lesson plan',
  params: lessonParams,
  query: nothing,
  body: nothing,
  reply: z.object({ id: z.string(), success: z.literal(true) }),
  errors: ['NOT_FOUND'],
});
