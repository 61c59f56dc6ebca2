import Database from 'better-sqlite3';
import { join } from 'node:path';

/** Another station runs on this data folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

/**
 * Takes the data folder for this process, until `release` or the end of the process, however it ends.
 * The lock is SQLite's own on a small file: the system drops it with the process, so a crash leaves no stale lock behind.
 *
 * @throws {FolderInUseError} when another process, or another station of this one, holds it.
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
