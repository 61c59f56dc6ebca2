/** Webhooks, the audit log and the clock. */
export const operations = `
-- Webhooks. A removed one keeps its row, marked, until its deliveries are deleted in small batches.
CREATE TABLE webhook (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  url TEXT NOT NULL,
  label TEXT,
  types TEXT,
  is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
  switched_off_by TEXT CHECK (switched_off_by IN ('GONE')),
  secret TEXT NOT NULL,
  previous_secret TEXT,
  previous_secret_until_ms INTEGER,
  created_at_ms INTEGER NOT NULL,
  dropped_count INTEGER NOT NULL DEFAULT 0,
  last_delivered_at_ms INTEGER,
  failing_since_ms INTEGER,
  is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1))
) STRICT;

-- Deliveries, written in the transaction of their event; pending while there is a next_attempt_at_ms. Keys rise in the
-- order of events and are never reused.
CREATE TABLE webhook_delivery (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  webhook_key INTEGER NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'failed', 'delivered', 'abandoned')),
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at_ms INTEGER NOT NULL,
  next_attempt_at_ms INTEGER,
  first_attempt_at_ms INTEGER,
  last_attempt_at_ms INTEGER,
  finished_at_ms INTEGER,
  last_status INTEGER,
  last_error TEXT,
  duration_ms INTEGER,
  response_excerpt TEXT
) STRICT;
CREATE INDEX webhook_delivery_finished ON webhook_delivery (finished_at_ms) WHERE finished_at_ms IS NOT NULL;
CREATE INDEX webhook_delivery_in_order ON webhook_delivery (webhook_key, key);
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (webhook_key, key, next_attempt_at_ms)
  WHERE next_attempt_at_ms IS NOT NULL;

-- The audit log. Rows are added and, once older than 399 days, deleted; triggers refuse everything else. hash is keyed
-- and covers the row, its targets and the previous hash. subject: the name of what it concerns at that time.
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
  devices_id TEXT NOT NULL,
  status INTEGER NOT NULL,
  skipped INTEGER NOT NULL,
  hash TEXT NOT NULL,
  subject TEXT
) STRICT;
CREATE INDEX audit_age ON audit (at_ms);
CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit
WHEN OLD.at_ms > (SELECT max(at_ms) FROM audit) - 34473600000
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

-- The devices that an entry concerns.
CREATE TABLE audit_target (
  device_key INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (device_key, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_target_of ON audit_target (seq, device_key);

-- Identifies the newest entry. One row.
CREATE TABLE audit_head (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  seq INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;

-- The key of the hashes, encrypted with the station’s key, which goes with it in a sealed copy. One row.
CREATE TABLE audit_key (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  sealed TEXT NOT NULL
) STRICT;

-- The last observed time of the computer’s clock, so that a jump is noticed across a restart. One row.
CREATE TABLE clock_seen (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  seen_at_ms INTEGER NOT NULL,
  hold_until_ms INTEGER NOT NULL,
  jump TEXT CHECK (jump IN ('forward', 'back'))
) STRICT;
`;
