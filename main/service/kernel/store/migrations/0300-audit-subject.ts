import type { Migration } from '../migrate.ts';

/**
 * What the one thing that an entry was about was called when it was done: it may be renamed or removed since. Entries
 * from before have none, and their hashes stand.
 */
export const auditSubject: Migration = {
  id: 300,
  name: 'audit-subject',
  sql: 'ALTER TABLE audit ADD COLUMN subject TEXT;',
};
