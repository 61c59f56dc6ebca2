import { z } from 'zod';

import { MAX_BULK_IDS } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { instantSchema } from '../primitives.ts';
import { settingsRowSchema } from './settings/settings-rows.ts';
import { planSchema } from './plans/plans.ts';
import * as field from '../fields.ts';

/** A setting that was confirmed and is now reported differently. */
export const driftFieldSchema = z
  .object({
    path: field.path,
    entry: settingsRowSchema.shape.entry,
    wanted: settingsRowSchema.shape.wanted,
    reported: z.unknown().describe('Value that the headset reports as in effect; null if absent.'),
  })
  .meta({ id: 'DriftField', description: 'A setting that differs from its desired value.' });
export type DriftField = z.infer<typeof driftFieldSchema>;

export const driftedSchema = z
  .object({
    id: field.id,
    label: field.label,
    since: instantSchema.describe('Since when it differs.'),
    fields: z
      .array(driftFieldSchema)
      .describe('Fields by path; `[]` stands for each entry of a list, as in `wifi[].ssid`.'),
  })
  .meta({
    id: 'DriftedHeadset',
    description: 'A headset whose reported settings differ since it confirmed them.',
  });
export type Drifted = z.infer<typeof driftedSchema>;

export const neverInEffectSchema = driftedSchema.omit({ since: true }).meta({
  id: 'NeverInEffectHeadset',
  description: 'A headset that reports its settings as applied, but never as in effect.',
});
export type NeverInEffect = z.infer<typeof neverInEffectSchema>;

/**
 * Lists drifted headsets by id. Settings that are not managed or not supported never count. `items` differ since they
 * were confirmed; `neverInEffect` never matched.
 */
export const listDrift = endpoint('GET /station/drift', {
  summary: 'List headsets whose settings differ from the assigned ones',
  tag: 'configuration',
  role: 'viewer',
  servesCarts: true,
  reply: z.object({
    items: field.entriesOf(driftedSchema),
    neverInEffect: z
      .array(neverInEffectSchema)
      .describe('Headsets on which settings were applied and never in effect.'),
  }),
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
export const repairDrift = endpoint('POST /station/drift/repair', {
  summary: 'Repair headsets whose settings differ',
  tag: 'configuration',
  body: z
    .object({
      devicesId: z
        .array(z.string())
        .min(1)
        .max(MAX_BULK_IDS)
        .optional()
        .describe('Ids of the device records.'),
      what: z
        .enum(REPAIRS)
        .default('drift')
        .describe('What to send again: settings that differ, or contents that failed.'),
      apply: z.boolean().default(true).describe('False to create the plan only.'),
    })
    .refine(({ what, devicesId }) => what === 'drift' || devicesId !== undefined, {
      path: ['devicesId'],
      message: 'Name the headsets to retry',
    }),
  reply: planSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});
