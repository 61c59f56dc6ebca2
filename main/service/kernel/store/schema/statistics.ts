/**
 * Roll-ups of presence and use. They refer to devices by key only, without a foreign key: like the frozen identity,
 * they outlive the record. `hours` is described in `roll-ups/presence-day.ts`, `entries` in `roll-ups/activity-day.ts`.
 */
export const statistics = `
-- Hours in which a headset was seen.
CREATE TABLE device_presence (
  device_key INTEGER NOT NULL,
  block INTEGER NOT NULL,
  hours BLOB NOT NULL,
  PRIMARY KEY (device_key, block)
) STRICT;

-- Use of apps and videos, per device and day.
CREATE TABLE device_activity_day (
  device_key INTEGER NOT NULL,
  day INTEGER NOT NULL,
  entries BLOB NOT NULL,
  PRIMARY KEY (device_key, day)
) STRICT;

-- First and last use, and the events counted so far, per device.
CREATE TABLE device_activity (
  device_key INTEGER PRIMARY KEY,
  first_at_ms INTEGER NOT NULL,
  last_at_ms INTEGER NOT NULL,
  counted_to_event INTEGER NOT NULL
) STRICT;

-- The apps and videos that the entries refer to by number.
CREATE TABLE activity_subject (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('app package', 'app content', 'video content', 'video package')),
  name TEXT NOT NULL,
  last_day INTEGER NOT NULL,
  UNIQUE (kind, name)
) STRICT;

-- The newest event that the roll-ups include. One row, from the first start on.
CREATE TABLE activity_counted (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  counted_to_event INTEGER NOT NULL
) STRICT;
INSERT INTO activity_counted (id, counted_to_event) VALUES (1, 0);
`;
