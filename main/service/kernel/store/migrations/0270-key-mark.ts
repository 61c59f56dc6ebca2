import type { Migration } from '../migrate.ts';

/**
 * The fingerprint of the station's key, so that a copy of the store says whose it is: a station that began anew with its old
 * keys has another organisation and can go back all the same. One row.
 */
export const keyMark: Migration = {
  id: 270,
  name: 'key-mark',
  sql: `
CREATE TABLE key_mark (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  fingerprint TEXT NOT NULL
) STRICT;
`,
};
