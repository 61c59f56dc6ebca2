import Database from 'better-sqlite3';

/**
 * Returns what is wrong with the file, or undefined if it is sound: pages, b-trees and records. `quick_check` skips the
 * comparison of indexes with tables, which takes ten times as long; `integrity_check` includes it. Neither detects a
 * flipped bit inside a text, since pages have no checksums.
 */
export function findDamage(
  db: Database.Database,
  check: 'quick_check' | 'integrity_check' = 'quick_check',
): string | undefined {
  try {
    const finding = db.pragma(`${check}(1)`, { simple: true });
    return finding === 'ok' ? undefined : String(finding);
  } catch (error) {
    if (isDamage(error)) return error.code;
    throw error;
  }
}

/** Returns true if SQLite reports that the file itself is damaged. Source: sqlite.org/rescode.html. */
export function isDamage(error: unknown): error is InstanceType<typeof Database.SqliteError> {
  return (
    error instanceof Database.SqliteError &&
    (error.code.startsWith('SQLITE_CORRUPT') ||
      error.code === 'SQLITE_NOTADB' ||
      error.code === 'SQLITE_IOERR_SHORT_READ')
  );
}
