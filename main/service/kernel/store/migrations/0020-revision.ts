import type { Migration } from '../migrate.ts';

/** Rises with every change that a person could have made: what `If-Match` compares. */
export const revision: Migration = {
  id: 20,
  name: 'revision',
  sql: 'ALTER TABLE device ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;',
};
