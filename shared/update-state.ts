import { z } from 'zod';

import { text, nullableString } from './contract/primitives.ts';

/** Whether a person wants updates, and from where. */
export const updateSettingsSchema = z.object({
  isOn: z.boolean().describe('Whether a person wants updates. Off at first.'),
  feed: text(2_048).describe(
    'Where new versions come from: an https URL, or the path of a folder or archive on the station’s computer.',
  ),
});

export type UpdateSettings = z.infer<typeof updateSettingsSchema>;

const problemSchema = z.enum([
  'FEED_INVALID',
  'FEED_UNREACHABLE',
  'DOWNLOAD_FAILED',
  'SIGNATURE_WRONG',
  'LIST_EXPIRED',
  'INSTALL_FAILED',
  'VERSION_OLDER',
  'TARGET_WRONG',
  'ARCHIVE_DAMAGED',
  'DISK_FULL',
  'FOLDER_READONLY',
  'NOT_READY',
]);
/**
 * Why there is no update. The last six are those of portable copies. `NOT_READY`: the new version did not start, and
 * the one before runs again.
 */
export type UpdateProblem = z.infer<typeof problemSchema>;

/** State of updates. `unavailable`: this copy of Muster cannot update itself. */
export const updateStateSchema = updateSettingsSchema.extend({
  state: z
    .enum([
      'unavailable',
      'off',
      'current',
      'looking',
      'waiting',
      'downloading',
      'ready',
      'installing',
      'failed',
    ])
    .describe(
      '`waiting`: found, and downloaded once the station is idle. `ready`: verified, and installed when a person wants it. `unavailable`: this copy has no release key.',
    ),
  isBusy: z
    .boolean()
    .describe(
      'Whether headsets enrol or download or a sync runs: nothing is downloaded or installed meanwhile.',
    ),
  version: nullableString.describe('The new version, while there is one; null otherwise.'),
  problem: problemSchema.nullable().describe('Why there is no update; null if nothing is wrong.'),
});
export type UpdateState = z.infer<typeof updateStateSchema>;
