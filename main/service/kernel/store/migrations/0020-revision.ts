import type { Migration } from '../migrate.ts';

/** Increases with every change that a person could have made: the value that `If-Match` compares. */
export const revision: Migration = {
  id: 20,
  name: 'revision',
  sql: 'ALTER TABLE device ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;',
};
