import { z } from 'zod';

import { authorSchema } from '../devices/authors.ts';
import { endpoint } from '../endpoint.ts';
import { deviceIdSchema, entityIdSchema } from '../ids.ts';
import {
  instantSchema,
  jsonObjectSchema,
  queryInteger,
  text,
  textBoolean,
  nameText,
  nullableString,
} from '../primitives.ts';
import { settingsRowSchema } from './settings/settings-rows.ts';
import { settingsChangeSchema, storedChangeSchema } from './settings/settings.ts';
import * as field from '../fields.ts';

export const profileSummarySchema = z
  .object({
    id: field.id,
    name: field.name,
    description: z.string().describe('Free text.'),
    version: z.int().describe('Newest version; every save creates the next one.'),
    createdAt: field.createdAt,
    updatedAt: instantSchema.describe('When it last changed.'),
    author: authorSchema.describe('Who made it.'),
    size: z.int().describe('Number of settings; a list counts as one.'),
    kioskPackage: nullableString.describe('Package of the kiosk; null if the profile has none.'),
  })
  .meta({ id: 'ProfileSummary', description: 'A named configuration without its settings.' });
export type ProfileSummary = z.infer<typeof profileSummarySchema>;

/**
 * A named configuration. Absent keys are not managed, null clears. Wi-Fi passwords are included only on request; a
 * network that has one has `hasPassword`.
 */
export const profileSchema = profileSummarySchema
  .extend({
    settings: storedChangeSchema.describe(
      'Settings of the profile. Absent keys are not managed, null clears.',
    ),
    passwordsOf: z.array(z.string()).describe('Networks that have a password.'),
  })
  .meta({
    id: 'Profile',
    description: 'A named configuration. Wi-Fi passwords are included only on request.',
  });
export type Profile = z.infer<typeof profileSchema>;

const profileBody = {
  name: nameText(64, 1).describe('Name shown to people.'),
  description: text(1_024).default('').describe('Free text.'),
  settings: settingsChangeSchema.describe('Settings to apply. Absent keys stay unchanged, null clears.'),
};

/** Lists the profiles of the caller's organisation, by name. */
export const listProfiles = endpoint('GET /station/profiles', {
  summary: 'List profiles',
  tag: 'configuration',
  role: 'viewer',
  reply: field.listOf(profileSummarySchema),
});

const versionQuery = z.object({
  version: queryInteger({ min: 0, max: 999_999_999, fallback: 0 }),
  passwords: textBoolean.optional(),
});

/**
 * Returns a profile: the newest version unless `version` names one, and with `passwords=true` the Wi-Fi passwords.
 * `passwordsOf` names the networks that have one.
 */
export const getProfile = endpoint('GET /station/profiles/{profileId}', {
  summary: 'Get a profile',
  tag: 'configuration',
  query: versionQuery,
  reply: profileSchema,
  revisionOf: ({ version }) => version,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

/** Creates a profile. Contradictory settings are refused. At most 200 profiles. */
export const createProfile = endpoint('POST /station/profiles', {
  summary: 'Create a profile',
  tag: 'configuration',
  body: z.object(profileBody),
  reply: profileSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT', 'PACKAGE_NAME_CONFLICT', 'INVALID_CONFIGURATION'],
});

/** Saves the next version. `settings` replace the previous ones; a network without a password keeps the stored one. */
export const updateProfile = endpoint('PUT /station/profiles/{profileId}', {
  summary: 'Create the next version of a profile',
  tag: 'configuration',
  body: z.object(profileBody),
  reply: profileSchema,
  revisionOf: ({ version }) => version,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'PACKAGE_NAME_CONFLICT', 'INVALID_CONFIGURATION'],
});

/** Deletes a profile. Headsets that have it keep their settings; slots no longer have it assigned. */
export const deleteProfile = endpoint('DELETE /station/profiles/{profileId}', {
  summary: 'Remove a profile with its versions',
  tag: 'configuration',
  reply: z.object({ id: field.id, success: field.success }),
  errors: ['NOT_FOUND'],
});

/** Lists the versions, newest first. The last 100 are retained. */
export const listProfileVersions = endpoint('GET /station/profiles/{profileId}/versions', {
  summary: 'List the versions of a profile',
  tag: 'configuration',
  role: 'viewer',
  reply: field.listOf(
    z.object({
      version: z.int().describe('Version number.'),
      name: field.name,
      savedAt: instantSchema.describe('When the version was saved.'),
      author: authorSchema.describe('Who made it.'),
      size: z.int().describe('Number of settings; a list counts as one.'),
    }),
  ),
  errors: ['NOT_FOUND'],
});

/** One side of a comparison: a profile (its newest version unless one is named), or the desired state of a headset. */
const sideSchema = z.object({
  profileId: entityIdSchema.optional().describe('Id of the profile; null for none.'),
  version: z.int().min(1).optional().describe('Version of the profile; the newest if absent.'),
  deviceId: deviceIdSchema.optional().describe('Id of the device record.'),
});

/** Compares two profiles, two versions of one, or a profile and a headset. */
export const compareProfiles = endpoint('POST /station/profiles/compare', {
  summary: 'Compare profiles',
  tag: 'configuration',
  role: 'viewer',
  isRead: true,
  body: z.object({
    left: sideSchema.describe('Left side of the comparison: a profile or a headset.'),
    right: sideSchema.describe('Right side of the comparison: a profile or a headset.'),
  }),
  /** `now` of a row is the left side, `wanted` the right one. */
  reply: z.object({
    rows: z.array(settingsRowSchema).describe('What changes, setting by setting.'),
    differences: z.int().describe('Number of rows that differ.'),
  }),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'DEVICE_NOT_FOUND'],
});

export const profileFileSchema = z
  .object({
    format: z.literal('muster-profile').describe('Identifies the file as a profile.'),
    formatVersion: z.literal(1).describe('Version of the file format.'),
    name: nameText(64, 1).describe('Name shown to people.'),
    description: text(1_024).optional().describe('Free text.'),
    settings: jsonObjectSchema.describe('Settings, as a configure accepts them.'),
  })
  .meta({ id: 'ProfileFile', description: 'A profile as a file.' });

/** Exports a profile. With `passwords=true` it contains the Wi-Fi passwords in plain text. */
export const exportProfile = endpoint('GET /station/profiles/{profileId}/export', {
  summary: 'Export a profile',
  tag: 'configuration',
  query: versionQuery,
  reply: profileFileSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

/**
 * Validates a file and saves it as a profile. Invalid values refuse it, each with its path and what to do; unknown
 * fields are skipped and listed in `ignored`. A name that is in use gets a number appended.
 */
export const importProfile = endpoint('POST /station/profiles/import', {
  summary: 'Import a profile',
  tag: 'configuration',
  body: profileFileSchema,
  reply: z.object({
    profile: profileSchema.describe('Profile of the slot; null if none.'),
    ignored: z.array(z.string()).describe('Fields or columns that the station does not know.'),
  }),
  errors: ['VALIDATION_FAILED', 'CONFLICT', 'PACKAGE_NAME_CONFLICT', 'INVALID_CONFIGURATION'],
});
