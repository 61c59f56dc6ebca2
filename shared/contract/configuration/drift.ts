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

/** A setting that was confirmed and is now reported differently. */
export const driftFieldSchema = z
  .object({
    /** As in the settings catalog: `display.brightness`, `applications[]`. */
    path: z.string(),
    entry: z.object({ key: z.string(), name: z.string() }).nullable(),
    wanted: z.unknown(),
    /** Null if absent. */
    reported: z.unknown(),
  })
  .meta({ id: 'DriftField' });
export type DriftField = z.infer<typeof driftFieldSchema>;

/** A headset whose reported settings differ since it confirmed them. */
export const driftedSchema = z
  .object({
    id: z.string(),
    label: z.string().nullable(),
    since: instantSchema,
    fields: z.array(driftFieldSchema),
  })
  .meta({ id: 'DriftedHeadset' });
export type Drifted = z.infer<typeof driftedSchema>;

/** A headset that reports its settings as applied, but has never reported them as in effect. */
export const neverInEffectSchema = driftedSchema.omit({ since: true }).meta({ id: 'NeverInEffectHeadset' });
export type NeverInEffect = z.infer<typeof neverInEffectSchema>;

/**
 * Lists drifted headsets by id. Settings that are not managed or not supported never count. `items` differ since they
 * were confirmed; `neverInEffect` never matched.
 */
export const listDrift = endpoint({
  ...common,
  method: 'GET',
  path: '/station/drift',
  summary: 'List headsets whose settings differ from the assigned ones',
  role: 'viewer',
  servesCarts: true,
  params: nothing,
  query: nothing,
  body: nothing,
  reply: z.object({ items: z.array(driftedSchema), neverInEffect: z.array(neverInEffectSchema) }),
  errors: [],
});

/**
 * The part of the desired state that a repair sends again: settings that differ, or contents that failed to download.
 */
export const REPAIRS = ['drift', 'failedContents'] as const;

/**
 * Sends the desired settings again to headsets that report others: all of them, or those named. Returns the plan in
 * progress. With `what: "failedContents"` it clears the failures of the named headsets, so that they download those
 * contents again from the start.
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
      /** False to create the plan only. */
      apply: z.boolean().default(true),
    })
    .refine(({ what, devicesId }) => what === 'drift' || devicesId !== undefined, {
      path: ['devicesId'],
      message: 'Name the headsets to retry',
    }),
  reply: planSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});
