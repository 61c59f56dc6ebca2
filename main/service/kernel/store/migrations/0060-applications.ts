import type { Migration } from '../migrate.ts';

/**
 * Application details from the web-interface backend: a cache that may be emptied at any time. `backend_etag` and
 * `backend_modified` are for conditional requests of an image.
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
