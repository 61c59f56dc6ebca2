/** Devices with their reports, events, enrolments, groups and the history of their desired states. */
export const devices = `
-- Models of headsets.
CREATE TABLE device_type (
  id TEXT PRIMARY KEY,
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  name TEXT NOT NULL,
  product TEXT NOT NULL,
  brand TEXT NOT NULL CHECK (brand IN ('pico', 'meta', 'htc', 'generic')),
  UNIQUE (enterprise_id, name, product)
) STRICT;

-- Devices. Keys are never reused: events of a deleted device keep pointing at its frozen identity. revision is what
-- If-Match compares; settings_hash finds the settings, null: none.
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
  settings_revision INTEGER NOT NULL DEFAULT 0,
  metadata TEXT NOT NULL DEFAULT '{}',
  is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),
  replaced_by TEXT,
  is_practice INTEGER NOT NULL DEFAULT 0 CHECK (is_practice IN (0, 1)),
  created_at_ms INTEGER NOT NULL,
  enrolled_at_ms INTEGER,
  revision INTEGER NOT NULL DEFAULT 0,
  settings_hash TEXT REFERENCES stored_state (hash)
) STRICT;
CREATE UNIQUE INDEX device_by_android_id ON device (android_id, enterprise_id)
  WHERE android_id IS NOT NULL AND is_archived = 0;
CREATE INDEX device_by_enterprise ON device (enterprise_id, id);
CREATE INDEX device_by_settings ON device (settings_hash);
CREATE INDEX device_revision ON device (key, revision);
-- The slot of a headset by the MAC address or serial number that an asset list states for it.
CREATE INDEX device_by_asset_mac ON device (enterprise_id, metadata ->> '$.muster.asset.macAddress')
  WHERE metadata ->> '$.muster.asset.macAddress' IS NOT NULL;
CREATE INDEX device_by_asset_serial ON device (enterprise_id, metadata ->> '$.muster.asset.serial')
  WHERE metadata ->> '$.muster.asset.serial' IS NOT NULL;

-- What changes with every heartbeat; separate from the record because it is written so often. impossible: reported
-- values that cannot be true, as JSON. wifi_ssid: the network through which it is connected.
CREATE TABLE device_report (
  device_key INTEGER PRIMARY KEY REFERENCES device (key) ON DELETE CASCADE,
  last_heartbeat_at_ms INTEGER,
  battery TEXT,
  worn INTEGER CHECK (worn IN (0, 1)),
  running_package TEXT,
  running_since_ms INTEGER,
  applied_revision INTEGER,
  storages TEXT,
  lan_ip TEXT,
  impossible TEXT,
  wifi_ssid TEXT
) STRICT;

-- Contents of a headset, as JSON, and the orders to discard parts of them (forgotten); written only when changed.
CREATE TABLE device_inventory (
  device_key INTEGER PRIMARY KEY REFERENCES device (key) ON DELETE CASCADE,
  downloads TEXT,
  installed_packages TEXT,
  content_presence TEXT,
  forgotten TEXT
) STRICT;

-- The id of the slot of a device, where it is another one: it stays when the slot goes on in another record, so that all
-- sides find it again.
CREATE TABLE device_alias (
  device_key INTEGER PRIMARY KEY REFERENCES device (key) ON DELETE CASCADE,
  alias TEXT NOT NULL UNIQUE
) STRICT;

-- The frozen identity of a deleted device, for events and statistics.
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

-- Events in the order of arrival, found through indexes: clustering them by device made every heartbeat rewrite seven
-- times as many pages.
CREATE TABLE device_event (
  key INTEGER PRIMARY KEY,
  device_key INTEGER NOT NULL,
  order_ms INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  type TEXT NOT NULL,
  timestamp_ms REAL NOT NULL,
  received_at_ms INTEGER NOT NULL,
  is_clock_suspect INTEGER NOT NULL CHECK (is_clock_suspect IN (0, 1)),
  payload TEXT,
  enrolment_key INTEGER
) STRICT;
CREATE INDEX device_event_arrived ON device_event (device_key);
CREATE INDEX device_event_in_order ON device_event (device_key, order_ms);
CREATE UNIQUE INDEX device_event_once ON device_event (device_key, event_id);

-- Number of events per device, UTC day and type, so that totals and far pages need no scan.
CREATE TABLE device_event_day (
  device_key INTEGER NOT NULL,
  day INTEGER NOT NULL,
  type TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (device_key, day, type)
) STRICT, WITHOUT ROWID;
CREATE INDEX device_event_day_age ON device_event_day (day);

-- Who was enrolled where. A row never changes except for its end, which is set once. author: the epoch of the store in
-- which it was created, or central. origin (JSON): where and by whom, null: unknown.
CREATE TABLE enrolment (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  device_key INTEGER NOT NULL,
  android_id TEXT NOT NULL,
  started_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER,
  end_cause TEXT CHECK (end_cause IN ('unenrolled', 'moved', 'archived', 'deleted', 'replaced', 'decided')),
  author TEXT NOT NULL,
  origin TEXT,
  CHECK ((ended_at_ms IS NULL) = (end_cause IS NULL))
) STRICT;
CREATE INDEX enrolment_of_device ON enrolment (device_key, key);
CREATE UNIQUE INDEX enrolment_open ON enrolment (device_key) WHERE ended_at_ms IS NULL;

-- Codes that enrol a headset. issued_by: the name of the person who issued it; null: a program, or nobody signed in.
CREATE TABLE enrolment_code (
  code INTEGER PRIMARY KEY CHECK (code BETWEEN 100000 AND 999999),
  device_key INTEGER NOT NULL UNIQUE REFERENCES device (key) ON DELETE CASCADE,
  expires_at_ms INTEGER NOT NULL,
  used_by TEXT,
  issued_by TEXT
) STRICT;

-- Wrong codes by address. One of an unfinished pairing has its run_id, and is deleted if the pairing succeeds.
CREATE TABLE wrong_code_from (
  id INTEGER PRIMARY KEY,
  address TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  run_id TEXT
) STRICT;
CREATE INDEX wrong_code_from_address ON wrong_code_from (address, at_ms);
CREATE INDEX wrong_code_from_run ON wrong_code_from (run_id) WHERE run_id IS NOT NULL;

-- Wrong codes by organisation; run_id as in wrong_code_from.
CREATE TABLE wrong_code_at (
  id INTEGER PRIMARY KEY,
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  at_ms INTEGER NOT NULL,
  run_id TEXT
) STRICT;
CREATE INDEX wrong_code_at_enterprise ON wrong_code_at (enterprise_id, at_ms);
CREATE INDEX wrong_code_at_run ON wrong_code_at (run_id) WHERE run_id IS NOT NULL;

-- Organisations whose enrolment by code is closed after too many wrong codes.
CREATE TABLE enrolment_closed (
  enterprise_id TEXT PRIMARY KEY REFERENCES enterprise (id),
  at_ms INTEGER NOT NULL
) STRICT;

-- Texts of states that many records share, found by their hash. One is needed while a device has it, while a change
-- from last_change on is retained, or until retained_until_ms for a plan. The text is the last column, so that looking
-- for old ones does not read it.
CREATE TABLE stored_state (
  key INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  last_change INTEGER NOT NULL DEFAULT 0,
  retained_until_ms INTEGER NOT NULL DEFAULT 0,
  text TEXT NOT NULL
) STRICT;

-- The history of desired states: who changed what, when.
CREATE TABLE change (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  at_ms INTEGER NOT NULL,
  author_kind TEXT NOT NULL CHECK (author_kind IN ('session', 'remote', 'token', 'station')),
  author_token TEXT,
  kind TEXT NOT NULL,
  devices INTEGER NOT NULL,
  paths TEXT NOT NULL,
  plan_id TEXT,
  reverts TEXT
) STRICT;
CREATE INDEX change_by_enterprise ON change (enterprise_id, key);
CREATE INDEX change_reverting ON change (reverts) WHERE reverts IS NOT NULL;

-- The state of each device before and after a change, as keys of stored_state.
CREATE TABLE change_device (
  change_key INTEGER NOT NULL,
  device_key INTEGER NOT NULL,
  field TEXT NOT NULL CHECK (field IN ('settings', 'label', 'license', 'metadata')),
  before_state INTEGER,
  after_state INTEGER,
  PRIMARY KEY (change_key, device_key, field)
) STRICT, WITHOUT ROWID;
CREATE INDEX change_device_of ON change_device (device_key, change_key);

-- The profile assigned to a slot, and the version that its headset received; null while pending.
CREATE TABLE slot_profile (
  device_key INTEGER PRIMARY KEY REFERENCES device (key) ON DELETE CASCADE,
  profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
  applied_version INTEGER
) STRICT;
CREATE INDEX slot_profile_of ON slot_profile (profile_id);

-- Groups of devices.
CREATE TABLE device_group (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  name TEXT NOT NULL COLLATE NOCASE,
  revision INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  UNIQUE (enterprise_id, name)
) STRICT;

-- The devices of each group.
CREATE TABLE device_group_member (
  group_key INTEGER NOT NULL REFERENCES device_group (key) ON DELETE CASCADE,
  device_key INTEGER NOT NULL REFERENCES device (key) ON DELETE CASCADE,
  PRIMARY KEY (group_key, device_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX device_group_of ON device_group_member (device_key);

-- What a headset reports as in effect, and how that differs from its desired settings. unconfirmed_worst (JSON): the
-- most important thing not confirmed, so that the fleet view need not compute it.
CREATE TABLE device_compliance (
  device_key INTEGER PRIMARY KEY REFERENCES device (key) ON DELETE CASCADE,
  effective TEXT,
  judged_revision INTEGER,
  unconfirmed TEXT NOT NULL DEFAULT '[]',
  drift TEXT,
  drift_since_ms INTEGER,
  unconfirmed_worst TEXT
) STRICT;
CREATE INDEX device_compliance_drifted ON device_compliance (device_key) WHERE drift IS NOT NULL;

-- Deployment states when the history was last updated, as a JSON object: each entry beyond "assigned". No row: it never
-- reported an inventory.
CREATE TABLE device_deployment (
  device_key INTEGER PRIMARY KEY REFERENCES device (key) ON DELETE CASCADE,
  statuses TEXT NOT NULL
) STRICT;
`;
