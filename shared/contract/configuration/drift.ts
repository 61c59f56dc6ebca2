import { z } from 'zod';

import { MAX_BULK_IDS } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { instantSchema, nothing } from '../primitives.ts';
import { planSchema } from './plans.ts';

const common = {
  tag: 'configuration',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
} as const;

/** One thing that was as wanted, and is reported otherwise now. */
export const driftFieldSchema = z
  .object({
    /** As in the settings catalog: `display.brightness`, `applications[]`. */
    path: z.string(),
    entry: z.object({ key: z.string(), name: z.string() }).nullable(),
    wanted: z.unknown(),
    /** Null: not there. */
    reported: z.unknown(),
  })
  .meta({ id: 'DriftField' });
export type DriftField = z.infer<typeof driftFieldSchema>;

/** A headset that reports other than wanted after it had confirmed. */
export const driftedSchema = z
  .object({
    id: z.string(),
    label: z.string().nullable(),
    since: instantSchema,
    fields: z.array(driftFieldSchema),
  })
  .meta({ id: 'DriftedHeadset' });
export type Drifted = z.infer<typeof driftedSchema>;

/** A headset that applied its settings by its own word, and reports other than wanted ever since. */
export const neverInEffectSchema = driftedSchema.omit({ since: true }).meta({ id: 'NeverInEffectHeadset' });
export type NeverInEffect = z.infer<typeof neverInEffectSchema>;

/**
 * By id. What is not managed never counts, nor what the maker's headsets cannot do. `items`: what was as wanted before;
 * `neverInEffect`: what never was.
 */
export const listDrift = endpoint({
  ...common,
  method: 'GET',
  path: '/station/drift',
  summary: 'List headsets whose settings differ from the assigned ones',
  role: 'viewer',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: z.object({ items: z.array(driftedSchema), neverInEffect: z.array(neverInEffectSchema) }),
  errors: [],
});

/** What a repair sends once more: settings that are reported otherwise, or contents that could not be loaded. */
export const REPAIRS = ['drift', 'failedContents'] as const;

/**
 * Sends what is wanted once more to headsets that report otherwise: all of them, or those named. Answers the plan at work.
 * With `what: "failedContents"` it is the contents that named headsets could not load: that they failed is forgotten, and
 * they are fetched from their beginning.
 */
export const repairDrift = endpoint({
  ...common,
  method: 'POST',
  path: '/station/drift/repair',
  summary: 'Repair headsets whose settings differ',
  params: nothing,
  query: nothing,
  body: z
    .object({
      devicesId: z.array(z.string()).min(1).max(MAX_BULK_IDS).optional(),
      what: z.enum(REPAIRS).default('drift'),
      /** False: only makes the plan. */
      apply: z.boolean().default(true),
    })
    .refine(({ what, devicesId }) => what === 'drift' || devicesId !== undefined, {
      path: ['devicesId'],
      message: 'Name the headsets to retry',
    }),
  reply: planSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});
