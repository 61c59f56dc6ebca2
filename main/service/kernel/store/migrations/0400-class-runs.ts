import type { Migration } from '../migrate.ts';

/**
 * What classes were told, and how far it came with each headset, so that a station that restarts in a lesson still knows
 * who gets it on return. `action` is JSON, as the interface has it; `waits` until the order is over. A device is named by
 * what was asked for: it may not exist.
 */
export const classRuns: Migration = {
  id: 400,
  name: 'class-runs',
  sql: `
CREATE TABLE class_run (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  action TEXT NOT NULL,
  started_at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE class_result (
  run_id TEXT NOT NULL REFERENCES class_run (id) ON DELETE CASCADE,
  device_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  stage TEXT NOT NULL CHECK (stage IN ('sent', 'delivered', 'done', 'failed', 'absent')),
  at_ms INTEGER NOT NULL,
  reached_at_ms INTEGER,
  reason TEXT,
  waits INTEGER NOT NULL CHECK (waits IN (0, 1)),
  PRIMARY KEY (run_id, device_id)
) STRICT, WITHOUT ROWID;
`,
};
