import { z } from 'zod';

import { instantSchema, text } from '../primitives.ts';

const packageName = text(255, 1);
const percent = z.int().min(0).max(100);

/** Longest text that a teacher sends, in characters: it is read in a headset. */
export const MAX_CLASS_TEXT = 280;

/**
 * What a class can be told to do. `look`: everybody looks up, the headset pauses and locks; `resume` takes it back. Not every
 * agent knows `video` and what follows: those that do not answer `UNKNOWN_COMMAND`.
 */
export const classActionSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('start'), packageName }),
  z.object({ do: z.literal('stop') }),
  z.object({ do: z.literal('volume'), volume: percent }),
  z.object({ do: z.literal('identify') }),
  z.object({ do: z.literal('look') }),
  z.object({ do: z.literal('resume') }),
  /** `title` is for people; headsets know a video by its `contentId`. */
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
 * How far an order came with one headset. `sent`: on its link; `delivered`: the headset said yes; `done`: and its own
 * report shows it, where it can; `failed`: it said no, or nothing within 10 s; `absent`: it has no link.
 */
export const CLASS_STAGES = ['sent', 'delivered', 'done', 'failed', 'absent'] as const;

/** What became of an order with one headset. */
const classResultSchema = z
  .object({
    id: z.string(),
    stage: z.enum(CLASS_STAGES),
    /** When it came to that stage. */
    at: instantSchema,
    /** When the headset had it; null as long as it did not say so. */
    reachedAt: instantSchema.nullable(),
    /** Why it failed: what the headset said, or `NO_ANSWER`. */
    reason: z.string().nullable(),
    /**
     * A headset that is `absent`, or did not answer, is told once it is back, until then, so that a late-comer has what
     * the class has. Null where it is not: it has the order, it refused it, a newer order of the kind stands, or the order
     * makes no sense later (`identify`).
     */
    waitsUntil: instantSchema.nullable(),
  })
  .meta({ id: 'ClassResult' });
export type ClassResult = z.infer<typeof classResultSchema>;

/** An order to a class, and how far it came with each headset. */
export const classRunSchema = z
  .object({
    id: z.string(),
    action: classActionSchema,
    startedAt: instantSchema,
    /** False once every headset has come as far as it will. */
    isRunning: z.boolean(),
    results: z.array(classResultSchema),
  })
  .meta({ id: 'ClassRun' });
export type ClassRun = z.infer<typeof classRunSchema>;
