import { z } from 'zod';

import { text } from './contract/primitives.ts';

/** Whether a person wants updates, and from where. */
export const updateSettingsSchema = z.object({
  isOn: z.boolean(),
  /** A URL, or a folder or archive on this computer or its network. */
  feed: text(2_048),
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
  /** `waiting`: found, and downloaded once the station is idle. `installing`: the station stops for it. */
  state: z.enum([
    'unavailable',
    'off',
    'current',
    'looking',
    'waiting',
    'downloading',
    'ready',
    'installing',
    'failed',
  ]),
  /** Headsets enrol or download, or a sync runs: nothing is downloaded or installed meanwhile. */
  isBusy: z.boolean(),
  /** The version that is being downloaded or is ready. */
  version: z.string().nullable(),
  problem: problemSchema.nullable(),
});
export type UpdateState = z.infer<typeof updateStateSchema>;
