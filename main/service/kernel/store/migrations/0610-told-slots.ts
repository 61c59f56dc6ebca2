import type { Migration } from '../migrate.ts';

/**
 * The slots of the central to which events of a device were ever sent. A repeated event, as after a restore, is
 * searched for in all of them, even after the device was linked to another slot, or to none for a while.
 */
export const toldSlots: Migration = {
  id: 610,
  name: 'told-slots',
  sql: `
CREATE TABLE sync_told_slot (
  device_key INTEGER NOT NULL,
  upstream_id TEXT NOT NULL,
  PRIMARY KEY (device_key, upstream_id)
) STRICT, WITHOUT ROWID;
INSERT INTO sync_told_slot (device_key, upstream_id)
SELECT device_key, coalesce(upstream_id, reports_to) FROM sync_link
WHERE coalesce(upstream_id, reports_to) IS NOT NULL AND max(events_through, events_trying) > 0;
`,
};
