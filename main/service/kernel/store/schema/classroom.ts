/** Actions for classes, and lesson plans. */
export const classroom = `
-- Actions for a class; action is JSON, as in the interface.
CREATE TABLE class_run (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  action TEXT NOT NULL,
  started_at_ms INTEGER NOT NULL
) STRICT;

-- The result on each headset, so that a station that restarts during a lesson still knows which get the action when
-- they return (waits). A device is stored by the requested id: it may not exist.
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

-- Lesson plans: audience and steps are JSON, as the interface has them.
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
`;
