import type { Migration } from '../migrate.ts';

/** When somebody last said that the devices that were gone at the central are rightly gone: they count no more against the next. */
export const removalsSaid: Migration = {
  id: 390,
  name: 'removals-said',
  sql: 'ALTER TABLE sync_upstream ADD COLUMN removals_said_at_ms INTEGER;',
};
