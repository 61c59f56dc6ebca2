import type { Migration } from '../migrate.ts';

/**
 * The name of an entry's subject at that time, since it may be renamed or removed later. Older entries have none, and
 * their hashes stay valid.
 */
export const auditSubject: Migration = {
  id: 300,
  name: 'audit-subject',
  sql: 'ALTER TABLE audit ADD COLUMN subject TEXT;',
};
