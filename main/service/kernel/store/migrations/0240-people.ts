import type { Migration } from '../migrate.ts';

/**
 * People with their own passcodes, and the person of a session. `person.passcode` is a hash under the station's salt,
 * which `person_salt` holds encrypted. A token without a role belongs to no person.
 */
export const people: Migration = {
  id: 240,
  name: 'people',
  sql: `
CREATE TABLE person (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'teacher', 'technician')),
  passcode TEXT NOT NULL UNIQUE,
  created_at_ms INTEGER NOT NULL,
  passcode_set_at_ms INTEGER NOT NULL,
  last_sign_in_at_ms INTEGER
) STRICT;

CREATE TABLE person_salt (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  sealed TEXT NOT NULL
) STRICT;

ALTER TABLE token ADD COLUMN role TEXT CHECK (role IN ('viewer', 'teacher', 'technician'));
ALTER TABLE token ADD COLUMN person_id TEXT;
CREATE INDEX token_of_person ON token (person_id) WHERE person_id IS NOT NULL;
-- Sessions from before there were roles did everything.
UPDATE token SET role = 'technician' WHERE kind = 'session';
`,
};
