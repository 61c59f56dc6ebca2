import type { Migration } from '../migrate.ts';

/** The version of its profile that was applied to a slot's headset; null while pending. */
export const givenProfiles: Migration = {
  id: 220,
  name: 'given-profiles',
  sql: 'ALTER TABLE slot_profile ADD COLUMN given_version INTEGER;',
};
