import type { Database } from 'better-sqlite3';

/** Runs `work` without waiting for other connections: SQLite's busy timeout would block the event loop for seconds. */
export function withoutBusyTimeout<Result>(db: Database, work: () => Result): Result {
  const waitMs = Number(db.pragma('busy_timeout', { simple: true }));
  db.pragma('busy_timeout = 0');
  try {
    return work();
  } finally {
    db.pragma(`busy_timeout = ${waitMs}`);
  }
}
