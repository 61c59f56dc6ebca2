import type { Migration } from '../migrate.ts';

/**
 * What headsets downloaded from this station, one row per headset and content. `covered` is the JSON of the ranges
 * that were sent, `served_bytes` counts all bytes, repeats included. `library_schedule` has one row at most.
 */
export const downloads: Migration = {
  id: 120,
  name: 'downloads',
  sql: `
CREATE TABLE library_download (
  device_key INTEGER NOT NULL REFERENCES device (key) ON DELETE CASCADE,
  sha256 TEXT NOT NULL,
  enterprise_id TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  covered TEXT NOT NULL,
  served_bytes INTEGER NOT NULL,
  started_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  PRIMARY KEY (device_key, sha256)
) STRICT, WITHOUT ROWID;
CREATE INDEX library_download_in_order ON library_download (enterprise_id, updated_at_ms, device_key, sha256);

CREATE TABLE library_schedule (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  at_once INTEGER NOT NULL
) STRICT;
`,
};
