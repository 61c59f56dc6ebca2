import type { Migration } from '../migrate.ts';

/**
 * The content library. `library_file` holds bytes, which organisations share; `library_item` what one organisation
 * has of them, `library_address` the URLs they stand for. Uploads and downloads in progress survive a restart; their
 * bytes are in a file named after their id.
 */
export const library: Migration = {
  id: 110,
  name: 'library',
  sql: `
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
CREATE INDEX library_item_in_order ON library_item (enterprise_id, created_at_ms, sha256);
CREATE INDEX library_item_by_file ON library_item (sha256);

CREATE TABLE library_address (
  enterprise_id TEXT NOT NULL,
  url TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  PRIMARY KEY (enterprise_id, url),
  FOREIGN KEY (enterprise_id, sha256) REFERENCES library_item (enterprise_id, sha256) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX library_address_by_item ON library_address (enterprise_id, sha256);

CREATE TABLE library_upload (
  id TEXT PRIMARY KEY,
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('application', 'obb', 'video', 'file')),
  size_bytes INTEGER NOT NULL,
  sha256 TEXT,
  stands_for TEXT,
  created_at_ms INTEGER NOT NULL,
  touched_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX library_upload_by_enterprise ON library_upload (enterprise_id, id);

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
CREATE UNIQUE INDEX library_job_open ON library_job (enterprise_id, url) WHERE status IN ('waiting', 'fetching');
CREATE INDEX library_job_finished ON library_job (finished_at_ms) WHERE finished_at_ms IS NOT NULL;
`,
};
