import type { Migration } from '../migrate.ts';

/**
 * Actions for classes with the result on each headset, so that a station that restarts during a lesson still knows
 * which headsets get one when they return. `action` is JSON, as in the interface; `waits` until the action is over. A
 * device is stored by the requested id: it may not exist.
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
