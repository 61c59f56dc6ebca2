import type { Migration } from '../migrate.ts';

/**
 * Pairing and administration over the local network. A wrong code of an unfinished run carries its `run_id` and is
 * deleted if the run succeeds. `lan_setting` has one row. Passcode attempts are counted like codes.
 */
export const lan: Migration = {
  id: 90,
  name: 'lan',
  sql: `
ALTER TABLE wrong_code_from ADD COLUMN run_id TEXT;
ALTER TABLE wrong_code_at ADD COLUMN run_id TEXT;
CREATE INDEX wrong_code_from_run ON wrong_code_from (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX wrong_code_at_run ON wrong_code_at (run_id) WHERE run_id IS NOT NULL;

ALTER TABLE token ADD COLUMN android_id TEXT;
ALTER TABLE token ADD COLUMN is_remote INTEGER NOT NULL DEFAULT 0 CHECK (is_remote IN (0, 1));
CREATE INDEX token_of_pairing ON token (expires_at_ms) WHERE android_id IS NOT NULL;
CREATE INDEX token_remote ON token (id) WHERE is_remote = 1;

CREATE TABLE lan_setting (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
  port INTEGER NOT NULL CHECK (port BETWEEN 1 AND 65535),
  interfaces TEXT,
  allows_unpaired INTEGER NOT NULL CHECK (allows_unpaired IN (0, 1)),
  passcode TEXT
) STRICT;

CREATE TABLE wrong_passcode (
  id INTEGER PRIMARY KEY,
  address TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX wrong_passcode_address ON wrong_passcode (address, at_ms);
CREATE INDEX wrong_passcode_age ON wrong_passcode (at_ms);
`,
};
