import type { Migration } from '../migrate.ts';

/** Which version of its profile a slot's headset was given; null while it waits. */
export const givenProfiles: Migration = {
  id: 220,
  name: 'given-profiles',
  sql: 'ALTER TABLE slot_profile ADD COLUMN given_version INTEGER;',
};
