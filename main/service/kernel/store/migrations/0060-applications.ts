import type { Migration } from '../migrate.ts';

/**
 * What the web-interface backend said of applications: a cache that may be emptied at any time. `backend_etag` and
 * `backend_modified` ask it whether an image is still the same.
 */
export const applications: Migration = {
  id: 60,
  name: 'applications',
  sql: `
CREATE TABLE application_name (
  package_name TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  checked_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX application_name_age ON application_name (checked_at_ms);

CREATE TABLE application_image (
  package_name TEXT PRIMARY KEY,
  etag TEXT NOT NULL,
  backend_etag TEXT,
  backend_modified TEXT,
  checked_at_ms INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  webp BLOB NOT NULL
) STRICT;
CREATE INDEX application_image_age ON application_image (checked_at_ms, size_bytes);
`,
};
