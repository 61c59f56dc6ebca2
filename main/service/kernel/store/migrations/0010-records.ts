import type { Migration } from '../migrate.ts';

/**
 * Organisations, devices with their reports, their events, tokens and enrolment codes. Device keys are never reused
 * (AUTOINCREMENT): events of a deleted device keep pointing at its frozen identity. Events are appended in order of
 * arrival and found through indexes: clustering them by device made every heartbeat rewrite seven times as many pages
 * (docs/decisions/0009-event-table.md).
 */
export const records: Migration = {
  id: 10,
  name: 'records',
  sql: `
CREATE TABLE enterprise (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  is_own INTEGER NOT NULL CHECK (is_own IN (0, 1)),
  created_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE device_type (
  id TEXT PRIMARY KEY,
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  name TEXT NOT NULL,
  product TEXT NOT NULL,
  brand TEXT NOT NULL CHECK (brand IN ('pico', 'meta', 'htc', 'generic')),
  UNIQUE (enterprise_id, name, product)
) STRICT;

CREATE TABLE device (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  label TEXT,
  description TEXT,
  enrollment_token TEXT NOT NULL UNIQUE,
  android_id TEXT,
  mac_address TEXT,
  type_id TEXT REFERENCES device_type (id),
  license TEXT,
  mdm_info TEXT,
  os_version TEXT,
  settings TEXT NOT NULL DEFAULT '{}',
  settings_revision INTEGER NOT NULL DEFAULT 0,
  metadata TEXT NOT NULL DEFAULT '{}',
  is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),
  replaced_by TEXT,
  is_practice INTEGER NOT NULL DEFAULT 0 CHECK (is_practice IN (0, 1)),
  created_at_ms INTEGER NOT NULL,
  enrolled_at_ms INTEGER
) STRICT;
CREATE INDEX device_by_enterprise ON device (enterprise_id, id);
CREATE UNIQUE INDEX device_by_android_id ON device (android_id, enterprise_id)
  WHERE android_id IS NOT NULL AND is_archived = 0;

CREATE TABLE device_report (
  device_key INTEGER PRIMARY KEY REFERENCES device (key) ON DELETE CASCADE,
  last_heartbeat_at_ms INTEGER,
  battery TEXT,
  worn INTEGER CHECK (worn IN (0, 1)),
  running_package TEXT,
  running_since_ms INTEGER,
  applied_revision INTEGER,
  storages TEXT,
  lan_ip TEXT
) STRICT;

CREATE TABLE device_inventory (
  device_key INTEGER PRIMARY KEY REFERENCES device (key) ON DELETE CASCADE,
  downloads TEXT,
  installed_packages TEXT,
  content_presence TEXT
) STRICT;

CREATE TABLE deleted_device (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  label TEXT,
  android_id TEXT,
  model TEXT,
  created_at_ms INTEGER NOT NULL,
  enrolled_at_ms INTEGER,
  deleted_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE device_event (
  key INTEGER PRIMARY KEY,
  device_key INTEGER NOT NULL,
  order_ms INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  type TEXT NOT NULL,
  timestamp_ms REAL NOT NULL,
  received_at_ms INTEGER NOT NULL,
  is_clock_suspect INTEGER NOT NULL CHECK (is_clock_suspect IN (0, 1)),
  payload TEXT
) STRICT;
CREATE INDEX device_event_in_order ON device_event (device_key, order_ms);
CREATE UNIQUE INDEX device_event_once ON device_event (device_key, event_id);

CREATE TABLE device_event_day (
  device_key INTEGER NOT NULL,
  day INTEGER NOT NULL,
  type TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (device_key, day, type)
) STRICT, WITHOUT ROWID;
CREATE INDEX device_event_day_age ON device_event_day (day);

CREATE TABLE token (
  id TEXT PRIMARY KEY,
  scope TEXT NOT NULL CHECK (scope IN ('enterprise', 'device', 'enroll')),
  kind TEXT NOT NULL CHECK (kind IN ('issued', 'session', 'ready')),
  label TEXT,
  enterprise_id TEXT REFERENCES enterprise (id),
  device_id TEXT,
  fleet_access TEXT NOT NULL DEFAULT '[]',
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER,
  revoked_at_ms INTEGER
) STRICT;
CREATE INDEX token_by_device ON token (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX token_listed ON token (id) WHERE kind <> 'session';
CREATE INDEX token_listed_by_enterprise ON token (enterprise_id, id) WHERE kind <> 'session';

CREATE TABLE enrolment_code (
  code INTEGER PRIMARY KEY CHECK (code BETWEEN 100000 AND 999999),
  device_key INTEGER NOT NULL UNIQUE REFERENCES device (key) ON DELETE CASCADE,
  expires_at_ms INTEGER NOT NULL,
  used_by TEXT
) STRICT;

CREATE TABLE wrong_code_from (
  id INTEGER PRIMARY KEY,
  address TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX wrong_code_from_address ON wrong_code_from (address, at_ms);

CREATE TABLE wrong_code_at (
  id INTEGER PRIMARY KEY,
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX wrong_code_at_enterprise ON wrong_code_at (enterprise_id, at_ms);

CREATE TABLE enrolment_closed (
  enterprise_id TEXT PRIMARY KEY REFERENCES enterprise (id),
  at_ms INTEGER NOT NULL
) STRICT;
`,
};
