import type { Migration } from '../migrate.ts';

/** One row: whom the network doctor may ask whether there is internet. Null: nobody, which is also what no row means. */
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
