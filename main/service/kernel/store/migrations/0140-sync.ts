import type { Migration } from '../migrate.ts';

/**
 * Sync with the central. `sync_upstream` has one row: the central. A link connects a device to its record there; it
 * outlives the device, so that a deletion can be uploaded. `sync_base` has the state that the central had when it last
 * answered; `synced_revision` the local revision that matches it: a device is dirty if they differ. The outbox is
 * filled by triggers, in the transaction in which a headset is enrolled, un-enrolled, replaced or deleted: no caller
 * can forget it, and neither is ever stored without the other (docs/decisions/0140-sync.md).
 */
export const sync: Migration = {
  id: 140,
  name: 'sync',
  sql: `
CREATE TABLE sync_upstream (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  url TEXT NOT NULL,
  token TEXT NOT NULL,
  enterprise_id TEXT,
  enterprise_name TEXT,
  part TEXT,
  is_paused INTEGER NOT NULL DEFAULT 0 CHECK (is_paused IN (0, 1)),
  last_contact_ms INTEGER,
  pulled_at_ms INTEGER,
  swept_at_ms INTEGER,
  events_scanned INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE sync_link (
  device_key INTEGER PRIMARY KEY,
  upstream_id TEXT UNIQUE,
  synced_revision INTEGER NOT NULL DEFAULT -1,
  upstream_android_id TEXT,
  upstream_token TEXT,
  listed TEXT,
  is_behind INTEGER NOT NULL DEFAULT 1 CHECK (is_behind IN (0, 1)),
  read_at_ms INTEGER,
  reported_digest TEXT,
  reported_at_ms INTEGER,
  reported_beat_ms INTEGER,
  events_through INTEGER NOT NULL DEFAULT 0,
  events_waiting INTEGER NOT NULL DEFAULT 0,
  events_trying INTEGER NOT NULL DEFAULT 0,
  gone TEXT,
  gone_at_ms INTEGER
) STRICT;
CREATE TABLE sync_base (device_key INTEGER PRIMARY KEY, base TEXT NOT NULL) STRICT;
CREATE INDEX sync_link_with_events ON sync_link (device_key) WHERE events_waiting > 0;
CREATE INDEX device_revision ON device (key, revision);

CREATE TABLE sync_outbox (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  device_key INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('enrol', 'unenrol', 'replace', 'delete')),
  android_id TEXT,
  created_at_ms INTEGER NOT NULL,
  is_held INTEGER NOT NULL DEFAULT 0 CHECK (is_held IN (0, 1)),
  attempts INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX sync_outbox_of_device ON sync_outbox (device_key, key);

CREATE TRIGGER sync_enrolled AFTER UPDATE OF android_id ON device
WHEN NEW.android_id IS NOT NULL AND NEW.android_id IS NOT OLD.android_id
  AND EXISTS (SELECT 1 FROM sync_link WHERE device_key = NEW.key AND gone IS NULL)
BEGIN
  INSERT INTO sync_outbox (device_key, kind, android_id, created_at_ms)
  VALUES (NEW.key, 'enrol', NEW.android_id, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
CREATE TRIGGER sync_released AFTER UPDATE OF android_id ON device
WHEN NEW.android_id IS NULL AND OLD.android_id IS NOT NULL
  AND EXISTS (SELECT 1 FROM sync_link WHERE device_key = NEW.key AND gone IS NULL)
BEGIN
  INSERT INTO sync_outbox (device_key, kind, android_id, created_at_ms)
  VALUES (NEW.key, 'unenrol', OLD.android_id, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
CREATE TRIGGER sync_replaced AFTER UPDATE OF is_archived ON device
WHEN NEW.is_archived = 1 AND OLD.is_archived = 0
  AND EXISTS (SELECT 1 FROM sync_link WHERE device_key = NEW.key AND gone IS NULL)
BEGIN
  INSERT INTO sync_outbox (device_key, kind, android_id, created_at_ms)
  VALUES (NEW.key, 'replace', NEW.android_id, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
CREATE TRIGGER sync_deleted AFTER DELETE ON device
WHEN EXISTS (SELECT 1 FROM sync_link WHERE device_key = OLD.key AND gone IS NULL)
BEGIN
  INSERT INTO sync_outbox (device_key, kind, android_id, created_at_ms)
  VALUES (OLD.key, 'delete', OLD.android_id, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;

CREATE TABLE sync_conflict (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  device_key INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('field', 'enrolment')),
  path TEXT NOT NULL,
  base TEXT,
  here TEXT,
  there TEXT,
  winner TEXT NOT NULL CHECK (winner IN ('here', 'there', 'none')),
  taken TEXT CHECK (taken IN ('here', 'there', 'value')),
  created_at_ms INTEGER NOT NULL,
  resolved_at_ms INTEGER
) STRICT;
CREATE UNIQUE INDEX sync_conflict_open ON sync_conflict (device_key, path) WHERE resolved_at_ms IS NULL;

CREATE TABLE sync_failure (
  device_key INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('desired', 'lifecycle', 'reported', 'read')),
  code TEXT NOT NULL,
  message TEXT NOT NULL,
  revision INTEGER,
  attempts INTEGER NOT NULL DEFAULT 1,
  first_at_ms INTEGER NOT NULL,
  last_at_ms INTEGER NOT NULL,
  PRIMARY KEY (device_key, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE sync_aside (
  upstream_id TEXT PRIMARY KEY,
  label TEXT,
  code TEXT NOT NULL,
  message TEXT NOT NULL,
  first_at_ms INTEGER NOT NULL,
  last_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sync_run (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  cause TEXT NOT NULL,
  started_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER,
  outcome TEXT CHECK (outcome IN ('done', 'cut', 'blocked', 'stopped')),
  reason TEXT,
  counts TEXT NOT NULL DEFAULT '{}'
) STRICT;

CREATE TABLE sync_note (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  run_key INTEGER NOT NULL REFERENCES sync_run (key) ON DELETE CASCADE,
  at_ms INTEGER NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('up', 'down', 'conflict', 'aside', 'failed')),
  device_id TEXT NOT NULL,
  label TEXT,
  what TEXT NOT NULL
) STRICT;
CREATE INDEX sync_note_of_run ON sync_note (run_key, key);
`,
};
