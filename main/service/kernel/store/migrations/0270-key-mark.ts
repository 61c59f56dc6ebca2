import type { Migration } from '../migrate.ts';

/**
 * The fingerprint of the station's key, so that a copy of the store identifies its owner: a station that started over
 * with its old keys has another organisation and can still restore it. One row.
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
