import type { Migration } from '../migrate.ts';

/**
 * When a person last confirmed that devices were rightly removed at the central: they no longer count towards the
 * limit.
 */
export const removalsSaid: Migration = {
  id: 390,
  name: 'removals-said',
  sql: 'ALTER TABLE sync_upstream ADD COLUMN removals_said_at_ms INTEGER;',
};
