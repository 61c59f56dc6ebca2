import { z } from 'zod';

/**
 * A row of a comparison of settings. `path` is as in the settings catalog (`display.brightness`, `applications[]`);
 * outside of settings it is `label`, `license` or `metadata.<namespace>`.
 */
export const settingsRowSchema = z
  .object({
    path: z.string(),
    /** For an entry of a list: its identity and its name for people. */
    entry: z.object({ key: z.string(), name: z.string() }).nullable(),
    /** `unsupported`: the manufacturer's headsets cannot do it, so it is not sent. */
    kind: z.enum(['set', 'change', 'clear', 'add', 'remove', 'same', 'unsupported']),
    /** Null if not managed or absent. Passwords are never included: a network that has one has `hasPassword`. */
    now: z.unknown(),
    wanted: z.unknown(),
    /** The value that the headset reports as in effect, if it differs from `now`. */
    reported: z.unknown().optional(),
    /** For a changed entry, the fields that differ. */
    fields: z.array(z.string()),
    /** True for an application that is reinstalled because its version changes. */
    isReinstall: z.boolean(),
    restart: z.enum(['yes', 'no', 'unknown']),
    support: z.enum(['yes', 'partial', 'no', 'unknown']),
    /** The firmware it needs, if the headset's own is older; otherwise null. */
    needsFirmware: z.string().nullable(),
    /** The remark of the catalog, in English. */
    note: z.string().nullable(),
  })
  .meta({ id: 'SettingsRow' });
export type SettingsRow = z.infer<typeof settingsRowSchema>;
