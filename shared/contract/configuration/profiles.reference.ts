import type { ProfileSummary, profileFileSchema, profileSchema } from './profiles.ts';
import type { z } from 'zod';
import type { OperationExamples, ParameterNotes } from '../reference/reference.ts';
import { BEAT_AT, DEVICE_ID, ENROLLED_AT, PACKAGE_NAME, PROFILE_ID } from '../reference/values.ts';
import { authorExample, brightnessRowExample } from './plans/plans.reference.ts';
import { settingsChangeExample } from './settings/settings.reference.ts';

const profileSummary: ProfileSummary = {
  id: PROFILE_ID,
  name: 'Science week',
  description: 'Kiosk with the planetarium',
  version: 2,
  createdAt: ENROLLED_AT,
  updatedAt: BEAT_AT,
  author: authorExample,
  size: 2,
  kioskPackage: PACKAGE_NAME,
};

const settings = {
  kioskMode: { isActive: true, packageName: PACKAGE_NAME },
  applications: [{ id: 'app-planetarium', packageName: PACKAGE_NAME, codeVersion: 42 }],
  display: { brightness: 70 },
};

const profile: z.input<typeof profileSchema> = { ...profileSummary, settings, passwordsOf: [] };

const profileFile: z.input<typeof profileFileSchema> = {
  format: 'muster-profile',
  formatVersion: 1,
  name: profile.name,
  description: profile.description,
  settings,
};

const profileBody = {
  name: profile.name,
  description: profile.description,
  settings: settingsChangeExample,
};

export const examples: OperationExamples = {
  listProfiles: { reply: { items: [profileSummary] } },
  createProfile: { body: profileBody, reply: { ...profile, version: 1 } },
  getProfile: { reply: profile },
  updateProfile: {
    body: { ...profileBody, name: 'Science month' },
    reply: { ...profile, name: 'Science month' },
  },
  deleteProfile: { reply: { id: PROFILE_ID, success: true } },
  listProfileVersions: {
    reply: { items: [{ version: 2, name: profile.name, savedAt: BEAT_AT, author: authorExample, size: 2 }] },
  },
  compareProfiles: {
    body: {
      left: { profileId: PROFILE_ID, version: 1, deviceId: DEVICE_ID },
      right: { profileId: PROFILE_ID, version: 2, deviceId: DEVICE_ID },
    },
    reply: { rows: [brightnessRowExample], differences: 1 },
  },
  exportProfile: { reply: profileFile },
  importProfile: { body: profileFile, reply: { profile, ignored: ['display.hologram'] } },
};

export const parameters: ParameterNotes = {
  profileId: { description: 'The identifier of the profile.', example: PROFILE_ID },
  version: { description: 'Version of the profile; 0 or absent for the newest.', example: 0 },
  passwords: { description: 'True to include the Wi-Fi passwords in plain text.', example: false },
};
