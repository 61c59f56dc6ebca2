import type { Database } from 'better-sqlite3';
import { closeSync, fdatasync, openSync } from 'node:fs';
import { z } from 'zod';

import { atOnce } from './at-once.ts';
import { StorageError } from './storage-error.ts';

/** Puts a log on disk; `done` gets what went wrong, else null. */
type Flush = (file: number, done: (fault: Error | null) => void) => void;

const foldedSchema = z.tuple([z.object({ busy: z.literal(0) })]);

/**
 * Puts what was committed on disk beside the event loop: SQLite's own flush, inside the commit, would hold every request up for
 * as long as the disk takes. What it takes over for `db` is switched off there; a commit alone is then safe from the end of
 * the process, and from a power cut once it was flushed. Source: sqlite.org/pragma.html#pragma_synchronous (NORMAL with WAL).
 */
export class LogFlush {
  readonly #db: Database;
  readonly #flush: Flush;
  #file: number | undefined;
  #hasTakenOver = false;
  /** True after a flush that failed: later ones say nothing of what that one left out. */
  #isUnsure = false;

  constructor(db: Database, flush: Flush = fdatasync) {
    this.#db = db;
    this.#flush = flush;
  }

  /** Before a transaction. @throws {StorageError} where an earlier one is not known to be on disk, and cannot be put there. */
  check(): void {
    // Not sooner: what the start writes, nobody flushes.
    if (!this.#hasTakenOver) this.#db.pragma('synchronous = NORMAL');
    this.#hasTakenOver = true;
    if (this.#isUnsure && !this.#fold()) throw new StorageError('STORAGE_UNAVAILABLE', undefined);
  }

  /** Calls back when everything that was committed before the call is on disk, or cannot be put there. */
  flush(done: (fault: StorageError | undefined) => void): void {
    try {
      // Closing a file drops SQLite's locks on it, but it has none on its log.
      this.#file ??= openSync(`${this.#db.name}-wal`, 'r+');
      this.#flush(this.#file, (fault) => done(fault === null ? undefined : this.#mend(fault)));
    } catch (fault) {
      setImmediate(() => done(this.#mend(fault)));
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #mend(fault: unknown): StorageError | undefined {
    this.#isUnsure = true;
    return this.#fold() ? undefined : new StorageError('STORAGE_UNAVAILABLE', fault, 'perhaps saved');
  }

  /**
   * Folds the log into the store, which is flushed with it. After a flush that failed the system takes for written what was
   * not, so that flushing again would only seem to work.
   */
  #fold(): boolean {
    try {
      foldedSchema.parse(atOnce(this.#db, () => this.#db.pragma('wal_checkpoint(TRUNCATE)')));
      this.#isUnsure = false;
      return true;
    } catch {
      // The disk still refuses, or a reader is at work: the next transaction tries again.
      return false;
    }
  }
}
