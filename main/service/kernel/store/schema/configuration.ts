/** Profiles and rollouts. */
export const configuration = `
-- Profiles with their newest version.
CREATE TABLE profile (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  name TEXT NOT NULL COLLATE NOCASE,
  version INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  UNIQUE (enterprise_id, name)
) STRICT;

-- The content of each version; settings is an encrypted change, as JSON.
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

-- Rollouts: a change before and while it is applied. target: the change it was made from; run (JSON): how it is sent.
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
  target TEXT,
  offline INTEGER NOT NULL,
  retained_until_ms INTEGER NOT NULL,
  change_id TEXT,
  run TEXT
) STRICT;
CREATE INDEX plan_age ON plan (retained_until_ms);
CREATE INDEX plan_by_enterprise ON plan (enterprise_id, key);

-- The part of a rollout that equal headsets share.
CREATE TABLE plan_group (
  plan_key INTEGER NOT NULL REFERENCES plan (key) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('change', 'same', 'refused')),
  text TEXT NOT NULL,
  PRIMARY KEY (plan_key, place)
) STRICT;

-- The headsets of a rollout. discard_reports: keys of contents whose reports are discarded when it is sent.
CREATE TABLE plan_device (
  plan_key INTEGER NOT NULL REFERENCES plan (key) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  device_key INTEGER NOT NULL,
  device_id TEXT NOT NULL,
  group_place INTEGER NOT NULL,
  base_revision INTEGER NOT NULL,
  target_hash TEXT,
  columns TEXT,
  discard_reports TEXT,
  state TEXT NOT NULL,
  wave INTEGER,
  reason TEXT,
  until_ms INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  sent_revision INTEGER,
  changed_at_ms INTEGER NOT NULL,
  PRIMARY KEY (plan_key, place)
) STRICT;
`;
