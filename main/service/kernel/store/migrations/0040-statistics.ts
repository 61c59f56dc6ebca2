import type { Migration } from '../migrate.ts';

/**
 * Roll-ups of presence and use, and the time zone of the statistics. The roll-ups refer to devices by key only,
 * without a foreign key: like the frozen identity, they outlive the record. The bytes of `hours` and `entries` are
 * described in shared/domain/statistics.
 */
export const statistics: Migration = {
  id: 40,
  name: 'statistics',
  sql: `
ALTER TABLE enterprise ADD COLUMN time_zone TEXT;

CREATE TABLE device_presence (
  device_key INTEGER NOT NULL,
  block INTEGER NOT NULL,
  hours BLOB NOT NULL,
  PRIMARY KEY (device_key, block)
) STRICT;

CREATE TABLE device_activity_day (
  device_key INTEGER NOT NULL,
  day INTEGER NOT NULL,
  entries BLOB NOT NULL,
  PRIMARY KEY (device_key, day)
) STRICT;

CREATE TABLE device_activity (
  device_key INTEGER PRIMARY KEY,
  first_at_ms INTEGER NOT NULL,
  last_at_ms INTEGER NOT NULL,
  counted_to_event INTEGER NOT NULL
) STRICT;

CREATE TABLE activity_subject (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('app package', 'app content', 'video content', 'video package')),
  name TEXT NOT NULL,
  last_day INTEGER NOT NULL,
  UNIQUE (kind, name)
) STRICT;

CREATE TABLE activity_counted (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  counted_to_event INTEGER NOT NULL
) STRICT;
INSERT INTO activity_counted (id, counted_to_event) VALUES (1, 0);
`,
};
