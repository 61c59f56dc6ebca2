import { z } from 'zod';

/**
 * One line of a comparison of settings. `path` is as in the settings catalog (`display.brightness`, `applications[]`);
 * outside of the settings it is `label`, `license` or `metadata.<namespace>`.
 */
export const settingsRowSchema = z
  .object({
    path: z.string(),
    /** Of an entry of a list: what it is known by, and what a person calls it. */
    entry: z.object({ key: z.string(), name: z.string() }).nullable(),
    /** `unsupported`: the maker's headsets cannot do it, so it is left out of what is sent. */
    kind: z.enum(['set', 'change', 'clear', 'add', 'remove', 'same', 'unsupported']),
    /** Null: not managed, or not there. Passwords are never shown: of a network that has one stands `hasPassword`. */
    now: z.unknown(),
    wanted: z.unknown(),
    /** What the headset says is in effect, where it says so and it is not `now`. */
    reported: z.unknown().optional(),
    /** Of a changed entry, the fields that differ. */
    fields: z.array(z.string()),
    /** True for an application that will be installed again because its version changes. */
    isReinstall: z.boolean(),
    restart: z.enum(['yes', 'no', 'unknown']),
    support: z.enum(['yes', 'partial', 'no', 'unknown']),
    /** The firmware that it needs and that the headset's own is older than; null where that is not what stands in the way. */
    needsFirmware: z.string().nullable(),
    /** What the catalog says about it, in English. */
    note: z.string().nullable(),
  })
  .meta({ id: 'SettingsRow' });
export type SettingsRow = z.infer<typeof settingsRowSchema>;
