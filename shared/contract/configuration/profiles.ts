import { z } from 'zod';

import { authorSchema } from '../devices/authors.ts';
import { endpoint } from '../endpoint.ts';
import { deviceIdSchema, entityIdSchema } from '../ids.ts';
import { instantSchema, jsonObjectSchema, nothing, queryInteger, text, textBoolean } from '../primitives.ts';
import { settingsRowSchema } from './settings-rows.ts';
import { settingsChangeSchema } from './settings.ts';

const common = {
  tag: 'configuration',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
} as const;
const profileParams = z.object({ profileId: entityIdSchema });

/** A named configuration without what it holds. */
export const profileSummarySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    /** The newest one; every save makes the next. */
    version: z.int(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
    author: authorSchema,
    /** How many settings it names; a list is one. */
    size: z.int(),
    /** The package of its kiosk; null where it is none. */
    kioskPackage: z.string().nullable(),
  })
  .meta({ id: 'ProfileSummary' });
export type ProfileSummary = z.infer<typeof profileSummarySchema>;

/**
 * A named configuration. Keys that are absent are not managed, null clears. Wi-Fi passwords are left out unless they are
 * asked for; a network that has one says `hasPassword`.
 */
export const profileSchema = profileSummarySchema
  .extend({ settings: settingsChangeSchema, passwordsOf: z.array(z.string()) })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof profileSchema>;

const profileBody = {
  name: text(64, 1),
  description: text(1_024).default(''),
  settings: settingsChangeSchema,
};

/** Profiles of the caller's organisation, by name. */
export const listProfiles = endpoint({
  ...common,
  method: 'GET',
  path: '/station/profiles',
  summary: 'List profiles',
  role: 'viewer',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: z.object({ items: z.array(profileSummarySchema) }),
  errors: [],
});

/** With `version` an older one; with `passwords=true` the Wi-Fi passwords too. `passwordsOf` names the networks that have one. */
export const getProfile = endpoint({
  ...common,
  method: 'GET',
  path: '/station/profiles/{profileId}',
  summary: 'Get a profile',
  params: profileParams,
  query: z.object({
    version: queryInteger({ min: 0, max: 999_999_999, fallback: 0 }),
    passwords: textBoolean.optional(),
  }),
  body: nothing,
  reply: profileSchema,
  revisionOf: ({ version }) => version,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

/** The settings must not contradict themselves. At most 200 profiles. */
export const createProfile = endpoint({
  ...common,
  method: 'POST',
  path: '/station/profiles',
  summary: 'Create a profile',
  params: nothing,
  query: nothing,
  body: z.object(profileBody),
  reply: profileSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT', 'PACKAGE_NAME_CONFLICT', 'INVALID_CONFIGURATION'],
});

/** Saves the next version: `settings` replace those before; a network without a password keeps the one that is known. */
export const updateProfile = endpoint({
  ...common,
  method: 'PUT',
  path: '/station/profiles/{profileId}',
  summary: 'Create the next version of a profile',
  params: profileParams,
  query: nothing,
  body: z.object(profileBody),
  reply: profileSchema,
  revisionOf: ({ version }) => version,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'PACKAGE_NAME_CONFLICT', 'INVALID_CONFIGURATION'],
});

/** Headsets that have it stay as they are; slots that wait for it are free of it. */
export const deleteProfile = endpoint({
  ...common,
  method: 'DELETE',
  path: '/station/profiles/{profileId}',
  summary: 'Remove a profile with its versions',
  params: profileParams,
  query: nothing,
  body: nothing,
  reply: z.object({ id: z.string(), success: z.literal(true) }),
  errors: ['NOT_FOUND'],
});

/** Newest first; the last 100 are kept. */
export const listProfileVersions = endpoint({
  ...common,
  method: 'GET',
  path: '/station/profiles/{profileId}/versions',
  summary: 'List the versions of a profile',
  role: 'viewer',
  params: profileParams,
  query: nothing,
  body: nothing,
  reply: z.object({
    items: z.array(
      z.object({
        version: z.int(),
        name: z.string(),
        savedAt: instantSchema,
        author: authorSchema,
        size: z.int(),
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
});

/** One side of a comparison: a profile (its newest version unless one is named), or what a headset shall have. */
const sideSchema = z.object({
  profileId: entityIdSchema.optional(),
  version: z.int().min(1).optional(),
  deviceId: deviceIdSchema.optional(),
});

/** What differs, and what is the same, between two profiles, two versions of one, or a profile and a headset. */
export const compareProfiles = endpoint({
  ...common,
  method: 'POST',
  path: '/station/profiles/compare',
  summary: 'Compare profiles',
  role: 'viewer',
  isRead: true,
  params: nothing,
  query: nothing,
  body: z.object({ left: sideSchema, right: sideSchema }),
  /** `now` of a row is left, `wanted` right. */
  reply: z.object({ rows: z.array(settingsRowSchema), differences: z.int() }),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'DEVICE_NOT_FOUND'],
});

/** A profile as a file. */
export const profileFileSchema = z
  .object({
    format: z.literal('muster-profile'),
    formatVersion: z.literal(1),
    name: text(64, 1),
    description: text(1_024).optional(),
    /** As a configure takes them. */
    settings: jsonObjectSchema,
  })
  .meta({ id: 'ProfileFile' });

/** With `passwords=true` the Wi-Fi passwords stand readable in it. */
export const exportProfile = endpoint({
  ...common,
  method: 'GET',
  path: '/station/profiles/{profileId}/export',
  summary: 'Export a profile',
  params: profileParams,
  query: z.object({
    version: queryInteger({ min: 0, max: 999_999_999, fallback: 0 }),
    passwords: textBoolean.optional(),
  }),
  body: nothing,
  reply: profileFileSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

/**
 * Checks a file against the settings and saves it as a profile. Wrong values refuse it, each by its place and with what
 * to do; fields that this station does not know are left out and named in `ignored`. A name that is taken gets a number.
 */
export const importProfile = endpoint({
  ...common,
  method: 'POST',
  path: '/station/profiles/import',
  summary: 'Import a profile',
  params: nothing,
  query: nothing,
  body: profileFileSchema,
  reply: z.object({ profile: profileSchema, ignored: z.array(z.string()) }),
  errors: ['VALIDATION_FAILED', 'CONFLICT', 'PACKAGE_NAME_CONFLICT', 'INVALID_CONFIGURATION'],
});
