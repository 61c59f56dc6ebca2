import type { Migration } from '../migrate.ts';

/** Lesson plans: `audience` and `steps` are JSON, as the interface has them. */
export const lessons: Migration = {
  id: 242,
  name: 'lessons',
  sql: `
CREATE TABLE lesson (
  id TEXT PRIMARY KEY,
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  name TEXT NOT NULL COLLATE NOCASE,
  audience TEXT NOT NULL,
  steps TEXT NOT NULL,
  revision INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  UNIQUE (enterprise_id, name)
) STRICT;
`,
};
