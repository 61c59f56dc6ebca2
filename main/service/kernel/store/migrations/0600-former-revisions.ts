import type { Migration } from '../migrate.ts';

/**
 * After a store went back to a backup, its sync partners have to distinguish what it lost from what they had not seen
 * yet. `former_revision`: the revision of each device when this history left an earlier epoch: up to it both are the
 * same. `base_revision`: the revision at the central that the base of a link stands for; null: not known. `base_epoch`:
 * the epoch of the central in which it was read, while the central is in another one and the record was not read since.
 */
export const formerRevisions: Migration = {
  id: 600,
  name: 'former-revisions',
  sql: `
CREATE TABLE former_revision (
  device_key INTEGER NOT NULL,
  epoch TEXT NOT NULL,
  revision INTEGER NOT NULL,
  PRIMARY KEY (device_key, epoch)
) STRICT, WITHOUT ROWID;
ALTER TABLE sync_link ADD COLUMN base_revision INTEGER;
ALTER TABLE sync_link ADD COLUMN base_epoch TEXT;
`,
};
