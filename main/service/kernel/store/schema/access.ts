/** Organisations, people and tokens. */
export const access = `
-- Organisations. gone_to: the cell that one has moved to and that alone serves it.
CREATE TABLE enterprise (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  is_own INTEGER NOT NULL CHECK (is_own IN (0, 1)),
  created_at_ms INTEGER NOT NULL,
  time_zone TEXT,
  gone_to TEXT
) STRICT;

-- Devices of organisations that have moved to another cell, whose history is still to be removed.
CREATE TABLE gone_device (
  key INTEGER PRIMARY KEY
) STRICT;

-- People. passcode is a hash under the station’s salt; carts a JSON array of the carts that a person is limited to,
-- null: all.
CREATE TABLE person (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'teacher', 'technician')),
  passcode TEXT NOT NULL UNIQUE,
  created_at_ms INTEGER NOT NULL,
  passcode_set_at_ms INTEGER NOT NULL,
  last_sign_in_at_ms INTEGER,
  carts TEXT CHECK (carts IS NULL OR json_valid(carts))
) STRICT;

-- The salt of the passcodes, encrypted. One row.
CREATE TABLE person_salt (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  sealed TEXT NOT NULL
) STRICT;

-- Tokens, never in their signed form. android_id: the one headset that it enrols. role, person_id, carts: the owner of a
-- session. session_id: the session over the local network that issued it, and with which it ends.
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
  revoked_at_ms INTEGER,
  android_id TEXT,
  is_remote INTEGER NOT NULL DEFAULT 0 CHECK (is_remote IN (0, 1)),
  role TEXT CHECK (role IN ('viewer', 'teacher', 'technician')),
  person_id TEXT,
  carts TEXT CHECK (carts IS NULL OR json_valid(carts)),
  is_partner INTEGER NOT NULL DEFAULT 0 CHECK (is_partner IN (0, 1)),
  session_id TEXT
) STRICT;
CREATE INDEX token_by_device ON token (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX token_listed ON token (id) WHERE kind <> 'session';
CREATE INDEX token_listed_by_enterprise ON token (enterprise_id, id) WHERE kind <> 'session';
CREATE INDEX token_of_pairing ON token (expires_at_ms) WHERE android_id IS NOT NULL;
CREATE INDEX token_of_person ON token (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX token_of_session ON token (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX token_remote ON token (id) WHERE is_remote = 1;

-- Attempts to enter a passcode, counted on disk so that a restart resets nothing.
CREATE TABLE wrong_passcode (
  id INTEGER PRIMARY KEY,
  address TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX wrong_passcode_address ON wrong_passcode (address, at_ms);
CREATE INDEX wrong_passcode_age ON wrong_passcode (at_ms);
`;
