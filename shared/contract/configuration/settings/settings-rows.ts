import { z } from 'zod';

import { nullableString } from '../../primitives.ts';
import * as field from '../../fields.ts';

/**
 * A row of a comparison of settings. `path` is as in the settings catalog (`display.brightness`, `applications[]`);
 * outside of settings it is `label`, `license` or `metadata.<namespace>`.
 */
export const settingsRowSchema = z
  .object({
    path: field.path,
    entry: z
      .object({ key: z.string().describe('Identity of the entry in its list.'), name: field.name })
      .nullable()
      .describe('Entry of the list; null if the row is not about a list.'),
    kind: z
      .enum(['set', 'change', 'clear', 'add', 'remove', 'same', 'unsupported'])
      .describe('What changes; `unsupported` if the headsets cannot do it, so it is not sent.'),
    now: z
      .unknown()
      .describe(
        'Present value; null if not managed or absent. Passwords are never included: a network that has one has `hasPassword`.',
      ),
    wanted: z.unknown().describe('Desired value; null if not managed or absent.'),
    reported: z.unknown().optional().describe('Value that the headset reports as in effect; null if absent.'),
    fields: z.array(z.string()).describe('Fields of the entry that differ.'),
    isReinstall: z.boolean().describe('True if the application is reinstalled because its version changes.'),
    restart: z.enum(['yes', 'no', 'unknown']).describe('Whether a change restarts the headset.'),
    support: z
      .enum(['yes', 'partial', 'no', 'unknown'])
      .describe(
        'Whether a management agent can set the field: `partial` with the limits in `note`, `unknown` if no source says.',
      ),
    needsFirmware: nullableString.describe(
      'Lowest firmware version needed, if the headset’s is older; otherwise null.',
    ),
    note: nullableString.describe('Remark from the settings catalog, in English.'),
  })
  .meta({ id: 'SettingsRow', description: 'A row of a comparison of settings.' });
export type SettingsRow = z.infer<typeof settingsRowSchema>;
