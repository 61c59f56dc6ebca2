import type { Migration } from '../migrate.ts';

/**
 * Commands that are queued or await their answer, and how headsets stream. `due_ms` is when a queued command expires,
 * or until when a delivered one must be answered; null = no limit, and delivered until it is answered (un-enrolment).
 * Messages are encrypted: they may contain secrets.
 */
export const commands: Migration = {
  id: 30,
  name: 'commands',
  sql: `
CREATE TABLE device_command (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  device_key INTEGER NOT NULL REFERENCES device (key) ON DELETE CASCADE,
  event TEXT NOT NULL,
  message TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER,
  is_delivered INTEGER NOT NULL DEFAULT 0 CHECK (is_delivered IN (0, 1)),
  due_ms INTEGER
) STRICT;
CREATE INDEX device_command_waiting ON device_command (device_key, key);
CREATE INDEX device_command_due ON device_command (due_ms) WHERE due_ms IS NOT NULL;

CREATE TABLE device_stream (
  device_key INTEGER PRIMARY KEY REFERENCES device (key) ON DELETE CASCADE,
  is_streaming INTEGER NOT NULL CHECK (is_streaming IN (0, 1)),
  is_granted INTEGER NOT NULL CHECK (is_granted IN (0, 1)),
  requested_profile TEXT,
  applied_profile TEXT,
  transport TEXT,
  width INTEGER,
  height INTEGER,
  fps REAL,
  bitrate_kbps REAL,
  fallback_reason TEXT,
  bandwidth_kbps REAL,
  since_ms INTEGER,
  heard_ms INTEGER,
  updated_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX device_stream_high ON device_stream (device_key) WHERE applied_profile = 'HIGH_FIDELITY' AND is_granted = 1;
`,
};
