import { z } from 'zod';

import { MAX_BULK_IDS } from '../../devices/devices.ts';
import { endpoint } from '../../endpoint.ts';
import { nothing } from '../../primitives.ts';
import { brandSchema } from '../../devices/reported.ts';

/** Values of one setting in a selection, the most frequent first, at most 20. */
const surveyedFieldSchema = z.object({
  /** As in the settings catalog: `display.brightness`. */
  path: z.string(),
  values: z.array(z.object({ value: z.unknown(), count: z.int() })),
  /** Headsets that do not manage it. */
  unset: z.int(),
});

const surveyedEntrySchema = z.object({ entry: z.unknown(), count: z.int() });

/**
 * Returns the desired settings of many headsets, for an editor that shows them at once: volumes and brightness in per
 * cent of each manufacturer's range. Wi-Fi passwords are not included.
 */
export const surveySettings = endpoint({
  tag: 'configuration',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
  method: 'POST',
  path: '/station/settings/survey',
  summary: 'Get the common settings of a selection of headsets',
  role: 'viewer',
  servesCarts: true,
  isRead: true,
  params: nothing,
  query: nothing,
  body: z.object({ devicesId: z.array(z.string()).min(1).max(MAX_BULK_IDS) }),
  reply: z.object({
    devices: z.int(),
    invalidIds: z.array(z.string()),
    models: z.array(
      z.object({ brand: brandSchema.nullable(), model: z.string().nullable(), count: z.int() }),
    ),
    /** Fields that at least one headset has. */
    fields: z.array(surveyedFieldSchema),
    /** The same as headsets report it; `unset` counts those that do not report it. */
    reported: z.array(surveyedFieldSchema),
    /** Entries of the lists, the most frequent first; equal ones are counted once. */
    applications: z.array(surveyedEntrySchema),
    videos: z.array(surveyedEntrySchema),
    files: z.array(surveyedEntrySchema),
    packages: z.array(surveyedEntrySchema),
    wifi: z.array(surveyedEntrySchema),
    /** Packages that headsets report as installed, with the number of headsets. */
    installed: z.array(z.object({ packageName: z.string(), count: z.int() })),
  }),
  errors: ['VALIDATION_FAILED'],
});
