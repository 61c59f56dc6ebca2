import type { Migration } from '../migrate.ts';

/** A text that the master key encrypted, so that a start notices if that key is missing or another. One row. */
export const vaultMark: Migration = {
  id: 520,
  name: 'vault-mark',
  sql: `
CREATE TABLE vault_mark (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  sealed TEXT NOT NULL
) STRICT;
`,
};
