import type { Migration } from '../migrate.ts';

/** Which place at the central a conflict is about: with it a decision can be turned round after the tie was given up. */
export const conflictPlace: Migration = {
  id: 210,
  name: 'conflict-place',
  sql: 'ALTER TABLE sync_conflict ADD COLUMN upstream_id TEXT;',
};
