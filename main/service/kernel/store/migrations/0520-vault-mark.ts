import type { Migration } from '../migrate.ts';

/** A text that the master key sealed, so that a start notices when that key is lost or another. One row. */
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
