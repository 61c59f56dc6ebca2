import { z } from 'zod';

import { instantSchema, text, nullableString } from '../primitives.ts';
import * as field from '../fields.ts';

const packageName = text(255, 1);
const percent = z.int().min(0).max(100);

/** Maximum length of a text for a class, in characters. It has to be readable in a headset. */
export const MAX_CLASS_TEXT = 280;

/**
 * Actions for a class. `look` turns on attention mode: the headset pauses and locks until `resume`. Agents that do
 * not know `video` or a later action answer `UNKNOWN_COMMAND`.
 */
export const classActionSchema = z
  .discriminatedUnion('do', [
    /** With `inKiosk`, kiosks with another app follow this one until `stop`, if the rules for lessons allow it. */
    z.object({
      do: z.literal('start').describe('Kind of action.'),
      packageName: packageName.describe('Android package name, such as `org.example.volcano`.'),
      inKiosk: z
        .boolean()
        .optional()
        .describe('Whether kiosks with another app follow this one until the lesson ends.'),
    }),
    z.object({ do: z.literal('stop').describe('Kind of action.') }),
    z.object({
      do: z.literal('volume').describe('Kind of action.'),
      volume: percent.describe('Volume in percent.'),
    }),
    z.object({ do: z.literal('identify').describe('Kind of action.') }),
    z.object({ do: z.literal('look').describe('Kind of action.') }),
    z.object({ do: z.literal('resume').describe('Kind of action.') }),
    /** `title` is for people; headsets identify a video by its `contentId`. */
    z.object({
      do: z.literal('video').describe('Kind of action.'),
      contentId: text(128, 1).describe('Id of the video.'),
      title: text(256).optional().describe('Title for people; headsets use the `contentId`.'),
    }),
    z.object({ do: z.literal('videoPause').describe('Kind of action.') }),
    z.object({ do: z.literal('videoRestart').describe('Kind of action.') }),
    z.object({
      do: z.literal('url').describe('Kind of action.'),
      url: z
        .url({ protocol: /^https?$/ })
        .max(2_048)
        .describe('URL to open.'),
    }),
    z.object({
      do: z.literal('text').describe('Kind of action.'),
      text: text(MAX_CLASS_TEXT, 1).describe('Text to show, at most 280 characters.'),
    }),
    z.object({
      do: z.literal('brightness').describe('Kind of action.'),
      brightness: percent.describe('Brightness in percent.'),
    }),
    z.object({ do: z.literal('powerOff').describe('Kind of action.') }),
  ])
  .describe('What the headsets do.');
export type ClassAction = z.infer<typeof classActionSchema>;

/**
 * Stages of an action on one headset. `sent`: over its connection; `delivered`: the headset accepted it; `done`: the
 * headset reports it as in effect, if it can; `failed`: refused, or not answered within 10 s; `absent`: offline.
 */
export const CLASS_STAGES = ['sent', 'delivered', 'done', 'failed', 'absent'] as const;

const classResultSchema = z
  .object({
    id: field.id,
    stage: z
      .enum(CLASS_STAGES)
      .describe(
        '`sent` to the headset; `delivered`: accepted; `done`: reported in effect; `failed`: refused or not answered within 10 s; `absent`: offline.',
      ),
    at: instantSchema.describe('When the headset reached this stage.'),
    reachedAt: instantSchema.nullable().describe('When the headset accepted it; null if it has not.'),
    reason: nullableString.describe(
      'Why it failed: the headset’s reason or `NO_ANSWER`; null if it did not.',
    ),
    waitsUntil: instantSchema
      .nullable()
      .describe(
        'Until when a headset that was `absent` or did not answer still receives the action, so that latecomers match the class; null if it will not: it has the action, refused it, has a newer one of the same kind, or the action is useless later (`identify`).',
      ),
  })
  .meta({ id: 'ClassResult', description: 'Result of an action on one headset.' });
export type ClassResult = z.infer<typeof classResultSchema>;

export const classRunSchema = z
  .object({
    id: field.id,
    action: classActionSchema,
    startedAt: field.startedAt,
    isRunning: z.boolean().describe('False once no result can change any more.'),
    results: z.array(classResultSchema).describe('Result for each headset.'),
  })
  .meta({ id: 'ClassRun', description: 'An action for a class, with its result on each headset.' });
export type ClassRun = z.infer<typeof classRunSchema>;
