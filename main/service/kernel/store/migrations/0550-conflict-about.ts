import type { Migration } from '../migrate.ts';

/** What the central reported about the other headset when two took one slot, as JSON; null if nothing. */
export const conflictAbout: Migration = {
  id: 550,
  name: 'conflict-about',
  sql: 'ALTER TABLE sync_conflict ADD COLUMN about TEXT;',
};
