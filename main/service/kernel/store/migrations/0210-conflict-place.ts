import type { Migration } from '../migrate.ts';

/** The slot at the central that a conflict is about, so that a decision can be reversed after the link was removed. */
export const conflictPlace: Migration = {
  id: 210,
  name: 'conflict-place',
  sql: 'ALTER TABLE sync_conflict ADD COLUMN upstream_id TEXT;',
};
