import type { Migration } from '../migrate.ts';

/**
 * The history of desired states, groups, profiles, plans, and what headsets report as in effect. States before and
 * after are stored once each (`kept_state`, found by their hash), because a fleet has few different ones. One is
 * needed while a change from `last_change` on is retained, or until `kept_until_ms` for a plan. Its text is the last
 * column, so that looking for old ones does not read it.
 */
export const configurations: Migration = {
  id: 160,
  name: 'configurations',
  sql: `
CREATE TABLE kept_state (
  key INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  last_change INTEGER NOT NULL DEFAULT 0,
  kept_until_ms INTEGER NOT NULL DEFAULT 0,
  text TEXT NOT NULL
) STRICT;

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

CREATE TABLE change_device (
  change_key INTEGER NOT NULL,
  device_key INTEGER NOT NULL,
  field TEXT NOT NULL CHECK (field IN ('settings', 'label', 'license', 'metadata')),
  before_state INTEGER,
  after_state INTEGER,
  PRIMARY KEY (change_key, device_key, field)
) STRICT, WITHOUT ROWID;
CREATE INDEX change_device_of ON change_device (device_key, change_key);

CREATE TABLE device_group (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  name TEXT NOT NULL COLLATE NOCASE,
  revision INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  UNIQUE (enterprise_id, name)
) STRICT;

CREATE TABLE device_group_member (
  group_key INTEGER NOT NULL REFERENCES device_group (key) ON DELETE CASCADE,
  device_key INTEGER NOT NULL REFERENCES device (key) ON DELETE CASCADE,
  PRIMARY KEY (group_key, device_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX device_group_of ON device_group_member (device_key);

CREATE TABLE profile (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  name TEXT NOT NULL COLLATE NOCASE,
  version INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  UNIQUE (enterprise_id, name)
) STRICT;

CREATE TABLE profile_version (
  profile_key INTEGER NOT NULL REFERENCES profile (key) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  size INTEGER NOT NULL,
  saved_at_ms INTEGER NOT NULL,
  author_kind TEXT NOT NULL,
  author_token TEXT,
  settings TEXT NOT NULL,
  PRIMARY KEY (profile_key, version)
) STRICT;

CREATE TABLE slot_profile (
  device_key INTEGER PRIMARY KEY REFERENCES device (key) ON DELETE CASCADE,
  profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX slot_profile_of ON slot_profile (profile_id);

CREATE TABLE plan (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  created_at_ms INTEGER NOT NULL,
  author_kind TEXT NOT NULL,
  author_token TEXT,
  title TEXT NOT NULL,
  source TEXT NOT NULL,
  invalid_ids TEXT NOT NULL,
  wish TEXT,
  offline INTEGER NOT NULL,
  kept_until_ms INTEGER NOT NULL,
  change_id TEXT,
  run TEXT
) STRICT;
CREATE INDEX plan_by_enterprise ON plan (enterprise_id, key);
CREATE INDEX plan_age ON plan (kept_until_ms);

CREATE TABLE plan_group (
  plan_key INTEGER NOT NULL REFERENCES plan (key) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('change', 'same', 'refused')),
  text TEXT NOT NULL,
  PRIMARY KEY (plan_key, place)
) STRICT;

CREATE TABLE plan_device (
  plan_key INTEGER NOT NULL REFERENCES plan (key) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  device_key INTEGER NOT NULL,
  device_id TEXT NOT NULL,
  group_place INTEGER NOT NULL,
  base_revision INTEGER NOT NULL,
  target_hash TEXT,
  columns TEXT,
  forget TEXT,
  state TEXT NOT NULL,
  wave INTEGER,
  reason TEXT,
  until_ms INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  sent_revision INTEGER,
  changed_at_ms INTEGER NOT NULL,
  PRIMARY KEY (plan_key, place)
) STRICT;

CREATE TABLE device_standing (
  device_key INTEGER PRIMARY KEY REFERENCES device (key) ON DELETE CASCADE,
  effective TEXT,
  judged_revision INTEGER,
  unconfirmed TEXT NOT NULL DEFAULT '[]',
  drift TEXT,
  drift_since_ms INTEGER
) STRICT;
CREATE INDEX device_standing_drifted ON device_standing (device_key) WHERE drift IS NOT NULL;
`,
};
