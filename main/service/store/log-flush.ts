import type { Database } from 'better-sqlite3';
import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const flushFile = promisify(fdatasync);

/** Puts what was committed on disk; settles when it is there. */
export type Flush = () => Promise<void>;

/**
 * Opens the flush of `db`'s write-ahead log: the same call on the same file that `synchronous=FULL` makes inside COMMIT,
 * made beside the event loop instead of in it. Where the call fails, the log is folded into the store, which flushes both
 * files; only when that fails too is the flush refused.
 */
export function openLogFlush(db: Database): { readonly flush: Flush; close(): void } {
  let file: number | undefined;
  return {
    async flush() {
      // The log is there from the first commit on, and is the same file until the store is closed.
      file ??= openSync(`${db.name}-wal`, 'r+');
      try {
        await flushFile(file);
      } catch {
        foldNow(db);
      }
    },
    close() {
      if (file !== undefined) closeSync(file);
    },
  };
}

/** Folds the whole log into the store and flushes both. @throws when that is not possible now. */
export function foldNow(db: Database): void {
  db.pragma('wal_checkpoint(TRUNCATE)');
}
