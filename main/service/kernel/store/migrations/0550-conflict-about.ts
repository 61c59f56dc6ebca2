import type { Migration } from '../migrate.ts';

/** What the central said of the other headset when two took one slot, as JSON; null where it said nothing. */
export const conflictAbout: Migration = {
  id: 550,
  name: 'conflict-about',
  sql: 'ALTER TABLE sync_conflict ADD COLUMN about TEXT;',
};
