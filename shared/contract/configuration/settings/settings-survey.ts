import { z } from 'zod';

import { MAX_BULK_IDS } from '../../devices/devices.ts';
import { endpoint } from '../../endpoint.ts';
import { brandSchema } from '../../devices/reported.ts';
import * as field from '../../fields.ts';

/** Values of one setting in a selection, the most frequent first, at most 20. */
const surveyedFieldSchema = z.object({
  path: field.path,
  values: z
    .array(z.object({ value: z.unknown().describe('The value.'), count: field.count }))
    .describe('Values with the number of headsets, the most frequent first, at most 20.'),
  unset: z.int().describe('Headsets that do not manage or do not report the setting.'),
});

const surveyedEntrySchema = z.object({
  entry: z.unknown().describe('Entry of the list; null if the row is not about a list.'),
  count: field.count,
});

/**
 * Returns the desired settings of many headsets, for an editor that shows them at once: volumes and brightness in per
 * cent of each manufacturer's range. Wi-Fi passwords are not included.
 */
export const surveySettings = endpoint('POST /station/settings/survey', {
  tag: 'configuration',
  summary: 'Get the common settings of a selection of headsets',
  role: 'viewer',
  servesCarts: true,
  isRead: true,
  body: z.object({
    devicesId: z.array(z.string()).min(1).max(MAX_BULK_IDS).describe('Ids of the device records.'),
  }),
  reply: z.object({
    devices: field.devices,
    invalidIds: field.invalidIds,
    models: z
      .array(
        z.object({
          brand: brandSchema.nullable().describe('Manufacturer, detected from the model; null if unknown.'),
          model: field.model,
          count: field.count,
        }),
      )
      .describe('Models of the headsets.'),
    fields: z
      .array(surveyedFieldSchema)
      .describe('Settings that at least one headset has, with their values.'),
    reported: z
      .array(surveyedFieldSchema)
      .describe('The same settings as the headsets report them; `unset` counts those that do not report it.'),
    applications: z.array(surveyedEntrySchema).describe('Assigned applications, the most frequent first.'),
    videos: z.array(surveyedEntrySchema).describe('Assigned videos, the most frequent first.'),
    files: z.array(surveyedEntrySchema).describe('Assigned files, the most frequent first.'),
    packages: z.array(surveyedEntrySchema).describe('Allowed packages, the most frequent first.'),
    wifi: z.array(surveyedEntrySchema).describe('Wi-Fi networks without passwords, the most frequent first.'),
    installed: z
      .array(z.object({ packageName: field.packageName, count: field.count }))
      .describe('Packages that headsets report as installed, the most frequent first.'),
  }),
  errors: ['VALIDATION_FAILED'],
});
