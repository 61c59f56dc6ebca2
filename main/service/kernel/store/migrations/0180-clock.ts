import type { Migration } from '../migrate.ts';

/** The last observed time of the computer's clock, so that a jump is noticed across a restart. One row. */
export const clock: Migration = {
  id: 180,
  name: 'clock',
  sql: `
CREATE TABLE clock_seen (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  seen_at_ms INTEGER NOT NULL,
  hold_until_ms INTEGER NOT NULL,
  leap TEXT CHECK (leap IN ('forward', 'back'))
) STRICT;
`,
};
