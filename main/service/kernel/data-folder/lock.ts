import Database from 'better-sqlite3';
import { join } from 'node:path';

/** Another station is running on this data folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

/**
 * Locks the data folder for this process, until `release` or the end of the process. The lock is SQLite's own on a
 * small file: the system releases it with the process, so that a crash leaves no stale lock.
 *
 * @throws {FolderInUseError} if another process, or another station of this one, holds it.
 */
export function lockFolder(folder: string): { release(): void } {
  const db = new Database(join(folder, 'muster.lock'), { timeout: 0 });
  try {
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new FolderInUseError('Another Muster is using this data folder.', { cause: error });
    }
    throw error;
  }
  return { release: () => void db.close() };
}
