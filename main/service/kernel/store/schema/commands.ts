/** Commands, streams and views. */
export const commands = `
-- Commands that are queued or await their answer; messages are encrypted. due_ms: when a queued one expires, or until
-- when a delivered one must be answered; null: no limit. was_received: a command to un-enrol reached the headset and
-- can no longer be cancelled.
CREATE TABLE device_command (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  device_key INTEGER NOT NULL REFERENCES device (key) ON DELETE CASCADE,
  event TEXT NOT NULL,
  message TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER,
  is_delivered INTEGER NOT NULL DEFAULT 0 CHECK (is_delivered IN (0, 1)),
  due_ms INTEGER,
  was_received INTEGER NOT NULL DEFAULT 0 CHECK (was_received IN (0, 1))
) STRICT;
CREATE INDEX device_command_due ON device_command (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX device_command_waiting ON device_command (device_key, key);

-- How headsets stream.
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
  reported_ms INTEGER,
  updated_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX device_stream_high ON device_stream (device_key) WHERE applied_profile = 'HIGH_FIDELITY' AND is_granted = 1;

-- Carts whose headsets may be viewed, as a technician decided; cart_id is empty for headsets without a cart.
CREATE TABLE view_permission (
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  cart_id TEXT NOT NULL,
  is_allowed INTEGER NOT NULL CHECK (is_allowed IN (0, 1)),
  viewers_may INTEGER NOT NULL CHECK (viewers_may IN (0, 1)),
  PRIMARY KEY (enterprise_id, cart_id)
) STRICT, WITHOUT ROWID;
`;
