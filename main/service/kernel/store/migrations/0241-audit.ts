import type { Migration } from '../migrate.ts';

/**
 * The audit log. Rows are added and, once old, deleted by whole days; triggers refuse everything else. `hash` is
 * keyed and covers the row, its targets and the previous hash. `audit_head` identifies the newest row.
 */
export const audit: Migration = {
  id: 241,
  name: 'audit',
  sql: `
CREATE TABLE audit (
  seq INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  enterprise_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('person', 'computer', 'program', 'nobody')),
  who TEXT,
  person_id TEXT,
  token_id TEXT,
  role TEXT,
  address TEXT NOT NULL,
  is_from_lan INTEGER NOT NULL CHECK (is_from_lan IN (0, 1)),
  operation TEXT NOT NULL,
  detail TEXT,
  targets INTEGER NOT NULL,
  devices TEXT NOT NULL,
  status INTEGER NOT NULL,
  skipped INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_age ON audit (at_ms);

CREATE TABLE audit_target (
  device_key INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (device_key, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_target_of ON audit_target (seq, device_key);

CREATE TABLE audit_head (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  seq INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;

-- Sealed with the station's key, which goes with it in a sealed copy.
CREATE TABLE audit_key (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  sealed TEXT NOT NULL
) STRICT;

CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
-- 399 days in ms: younger entries stay, whoever asks.
CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit
WHEN OLD.at_ms > (SELECT max(at_ms) FROM audit) - 34473600000
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
`,
};
