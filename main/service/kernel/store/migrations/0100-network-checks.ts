import type { Migration } from '../migrate.ts';

/** One row: the URL of the internet test. Null or no row: the test is skipped. */
export const networkChecks: Migration = {
  id: 100,
  name: 'network checks',
  sql: `
CREATE TABLE network_check (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  internet_address TEXT
) STRICT;
`,
};
