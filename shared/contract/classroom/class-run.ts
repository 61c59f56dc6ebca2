import { z } from 'zod';

import { instantSchema, text } from '../primitives.ts';

const packageName = text(255, 1);

/** What a class can be told to do. `look`: everybody looks up, the headset pauses and locks; `resume` takes it back. */
export const classActionSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('start'), packageName }),
  z.object({ do: z.literal('stop') }),
  z.object({ do: z.literal('volume'), volume: z.int().min(0).max(100) }),
  z.object({ do: z.literal('identify') }),
  z.object({ do: z.literal('look') }),
  z.object({ do: z.literal('resume') }),
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
