/** Apps, the library of contents and their transfers. */
export const content = `
-- Names of apps from the web-interface backend: a cache that may be emptied at any time.
CREATE TABLE application_name (
  package_name TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  checked_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX application_name_age ON application_name (checked_at_ms);

-- Images of apps, as WebP: a cache too. backend_etag and backend_modified are for conditional requests.
CREATE TABLE application_image (
  package_name TEXT PRIMARY KEY,
  etag TEXT NOT NULL,
  backend_etag TEXT,
  backend_modified TEXT,
  checked_at_ms INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  bytes BLOB NOT NULL
) STRICT;
CREATE INDEX application_image_age ON application_image (checked_at_ms, size_bytes);

-- Bytes, which organisations share, and the facts read from them.
CREATE TABLE library_file (
  sha256 TEXT PRIMARY KEY,
  size_bytes INTEGER NOT NULL,
  pieces BLOB NOT NULL,
  package_name TEXT,
  version_code INTEGER,
  apk TEXT,
  finding TEXT,
  icon BLOB,
  created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX library_file_by_package ON library_file (package_name, version_code) WHERE package_name IS NOT NULL;

-- What one organisation has of these bytes.
CREATE TABLE library_item (
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  sha256 TEXT NOT NULL REFERENCES library_file (sha256),
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('application', 'obb', 'video', 'file')),
  media_type TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('upload', 'url')),
  source_url TEXT,
  fetched_at_ms INTEGER,
  created_at_ms INTEGER NOT NULL,
  PRIMARY KEY (enterprise_id, sha256)
) STRICT, WITHOUT ROWID;
CREATE INDEX library_item_by_file ON library_item (sha256);
CREATE INDEX library_item_in_order ON library_item (enterprise_id, created_at_ms, sha256);

-- The URLs that an item stands for.
CREATE TABLE library_address (
  enterprise_id TEXT NOT NULL,
  url TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  PRIMARY KEY (enterprise_id, url),
  FOREIGN KEY (enterprise_id, sha256) REFERENCES library_item (enterprise_id, sha256) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX library_address_by_item ON library_address (enterprise_id, sha256);

-- Uploads in progress, which survive a restart; the bytes are in a file named after the id.
CREATE TABLE library_upload (
  id TEXT PRIMARY KEY,
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('application', 'obb', 'video', 'file')),
  size_bytes INTEGER NOT NULL,
  sha256 TEXT,
  replaced_url TEXT,
  created_at_ms INTEGER NOT NULL,
  touched_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX library_upload_by_enterprise ON library_upload (enterprise_id, id);

-- Downloads to the library, likewise.
CREATE TABLE library_job (
  id TEXT PRIMARY KEY,
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  url TEXT NOT NULL,
  name TEXT,
  kind TEXT CHECK (kind IN ('application', 'obb', 'video', 'file')),
  wanted_sha256 TEXT,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'fetching', 'done', 'failed', 'cancelled')),
  received_bytes INTEGER NOT NULL DEFAULT 0,
  total_bytes INTEGER,
  validator TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at_ms INTEGER,
  error TEXT,
  sha256 TEXT,
  created_at_ms INTEGER NOT NULL,
  finished_at_ms INTEGER
) STRICT;
CREATE INDEX library_job_by_enterprise ON library_job (enterprise_id, id);
CREATE INDEX library_job_finished ON library_job (finished_at_ms) WHERE finished_at_ms IS NOT NULL;
CREATE UNIQUE INDEX library_job_open ON library_job (enterprise_id, url) WHERE status IN ('waiting', 'fetching');

-- What headsets downloaded from this station. covered (JSON): the ranges that were sent; served_bytes counts all bytes,
-- repeats included.
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

-- How many headsets may download at once, if chosen. One row at most.
CREATE TABLE library_schedule (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  concurrency INTEGER NOT NULL
) STRICT;
`;
