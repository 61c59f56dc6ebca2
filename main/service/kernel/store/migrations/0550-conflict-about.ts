import type { Migration } from '../migrate.ts';

/** The central's report about the other headset when two took one slot, as JSON; null if there is none. */
export const conflictAbout: Migration = {
  id: 550,
  name: 'conflict-about',
  sql: 'ALTER TABLE sync_conflict ADD COLUMN about TEXT;',
};
