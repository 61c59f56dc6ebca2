/** Sync with the central (docs/sync.md). */
export const sync = `
-- The central. One row. removals_confirmed_at_ms: devices removed there before no longer count towards the limit.
-- epoch: the one last seen.
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
  events_scanned INTEGER NOT NULL DEFAULT 0,
  removals_confirmed_at_ms INTEGER,
  epoch TEXT
) STRICT;

-- Connects a device to its record at the central; outlives the device, so that a deletion can be uploaded. A device is
-- dirty if its revision differs from synced_revision. base_revision: the revision at the central that the base stands
-- for, null: unknown; base_epoch: the central’s epoch in which it was read, while the central is in another one.
CREATE TABLE sync_link (
  device_key INTEGER PRIMARY KEY,
  upstream_id TEXT UNIQUE,
  synced_revision INTEGER NOT NULL DEFAULT -1,
  upstream_android_id TEXT,
  upstream_token TEXT,
  listed TEXT,
  is_stale INTEGER NOT NULL DEFAULT 1 CHECK (is_stale IN (0, 1)),
  read_at_ms INTEGER,
  reported_digest TEXT,
  reported_at_ms INTEGER,
  reported_beat_ms INTEGER,
  events_through INTEGER NOT NULL DEFAULT 0,
  events_waiting INTEGER NOT NULL DEFAULT 0,
  events_trying INTEGER NOT NULL DEFAULT 0,
  gone TEXT,
  gone_at_ms INTEGER,
  upstream_enrolment TEXT,
  reports_to TEXT,
  released_at_ms INTEGER,
  base_revision INTEGER,
  base_epoch TEXT
) STRICT;
CREATE INDEX sync_link_with_events ON sync_link (device_key) WHERE events_waiting > 0;

-- The state that the central had when it last answered.
CREATE TABLE sync_base (device_key INTEGER PRIMARY KEY, base TEXT NOT NULL) STRICT;

-- The slots of the central to which events of a device were ever sent: a repeated event, as after a restore, is
-- searched for in all of them.
CREATE TABLE sync_reported_slot (
  device_key INTEGER NOT NULL,
  upstream_id TEXT NOT NULL,
  PRIMARY KEY (device_key, upstream_id)
) STRICT, WITHOUT ROWID;

-- Steps for the central, filled by triggers (enrolment-triggers.ts).
CREATE TABLE sync_outbox (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  device_key INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('enrol', 'unenrol', 'replace', 'delete')),
  android_id TEXT,
  created_at_ms INTEGER NOT NULL,
  is_held INTEGER NOT NULL DEFAULT 0 CHECK (is_held IN (0, 1)),
  attempts INTEGER NOT NULL DEFAULT 0,
  enrolment_key INTEGER
) STRICT;
CREATE INDEX sync_outbox_of_device ON sync_outbox (device_key, key);

-- Values that both sides changed, and slots that two headsets claim. Several can be open about one value; settled_by:
-- the one whose decision settled this. about (JSON): the central’s report about the other headset.
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
  resolved_at_ms INTEGER,
  upstream_id TEXT,
  settled_by TEXT,
  about TEXT
) STRICT;
CREATE INDEX sync_conflict_open ON sync_conflict (device_key, path) WHERE resolved_at_ms IS NULL;

-- What the central refused, per device and kind.
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

-- Records of the central that cannot be used.
CREATE TABLE sync_quarantine (
  upstream_id TEXT PRIMARY KEY,
  label TEXT,
  code TEXT NOT NULL,
  message TEXT NOT NULL,
  first_at_ms INTEGER NOT NULL,
  last_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Runs of the sync.
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

-- The lines of the report of a run.
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
`;
