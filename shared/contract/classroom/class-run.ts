import { z } from 'zod';

import { instantSchema, text } from '../primitives.ts';

const packageName = text(255, 1);
const percent = z.int().min(0).max(100);

/** Maximum length of a text for a class, in characters. It has to be readable in a headset. */
export const MAX_CLASS_TEXT = 280;

/**
 * Actions for a class. `look` turns on attention mode: the headset pauses and locks until `resume`. Agents that do
 * not know `video` or a later action answer `UNKNOWN_COMMAND`.
 */
export const classActionSchema = z.discriminatedUnion('do', [
  /** With `inKiosk`, kiosks with another app follow this one until `stop`, if the rules for lessons allow it. */
  z.object({ do: z.literal('start'), packageName, inKiosk: z.boolean().optional() }),
  z.object({ do: z.literal('stop') }),
  z.object({ do: z.literal('volume'), volume: percent }),
  z.object({ do: z.literal('identify') }),
  z.object({ do: z.literal('look') }),
  z.object({ do: z.literal('resume') }),
  /** `title` is for people; headsets identify a video by its `contentId`. */
  z.object({ do: z.literal('video'), contentId: text(128, 1), title: text(256).optional() }),
  z.object({ do: z.literal('videoPause') }),
  z.object({ do: z.literal('videoRestart') }),
  z.object({ do: z.literal('url'), url: z.url({ protocol: /^https?$/ }).max(2_048) }),
  z.object({ do: z.literal('text'), text: text(MAX_CLASS_TEXT, 1) }),
  z.object({ do: z.literal('brightness'), brightness: percent }),
  z.object({ do: z.literal('powerOff') }),
]);
export type ClassAction = z.infer<typeof classActionSchema>;

/**
 * Stages of an action on one headset. `sent`: over its connection; `delivered`: the headset accepted it; `done`: the
 * headset reports it as in effect, if it can; `failed`: refused, or not answered within 10 s; `absent`: offline.
 */
export const CLASS_STAGES = ['sent', 'delivered', 'done', 'failed', 'absent'] as const;

/** The result of an action on one headset. */
const classResultSchema = z
  .object({
    id: z.string(),
    stage: z.enum(CLASS_STAGES),
    at: instantSchema,
    reachedAt: instantSchema.nullable(),
    /** Why it failed: the headset’s reason or `NO_ANSWER`; null if it did not. */
    reason: z.string().nullable(),
    /**
     * Until when a headset that was `absent` or did not answer still receives the action, so that latecomers match
     * the class. Null if it will not: it has the action, refused it, has a newer action of the same kind, or the
     * action is useless later (`identify`).
     */
    waitsUntil: instantSchema.nullable(),
  })
  .meta({ id: 'ClassResult' });
export type ClassResult = z.infer<typeof classResultSchema>;

/** An action for a class, with its result on each headset. */
export const classRunSchema = z
  .object({
    id: z.string(),
    action: classActionSchema,
    startedAt: instantSchema,
    /** False when no result can change any more. */
    isRunning: z.boolean(),
    results: z.array(classResultSchema),
  })
  .meta({ id: 'ClassRun' });
export type ClassRun = z.infer<typeof classRunSchema>;
