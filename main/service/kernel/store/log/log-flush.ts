import type { Database } from 'better-sqlite3';
import { closeSync, fdatasync, openSync } from 'node:fs';
import { z } from 'zod';

import { withoutBusyTimeout } from '../without-busy-timeout.ts';
import { StorageError } from '../storage-error.ts';

/** Flushes a log to disk; `done` gets the error, or null. */
type Flush = (file: number, done: (fault: Error | null) => void) => void;

const foldedSchema = z.tuple([z.object({ busy: z.literal(0) })]);

/**
 * Flushes commits to disk beside the event loop: SQLite's own flush, inside the commit, would block every request for
 * as long as the disk takes. It is switched off for `db`; a commit alone then survives the end of the process, and a
 * power cut once it was flushed. Source: sqlite.org/pragma.html#pragma_synchronous (NORMAL with WAL).
 */
export class LogFlush {
  readonly #db: Database;
  readonly #flush: Flush;
  #file: number | undefined;
  #hasTakenOver = false;
  /** True after a failed flush: later successes do not cover what that one missed. */
  #isUnsure = false;

  constructor(db: Database, flush: Flush = fdatasync) {
    this.#db = db;
    this.#flush = flush;
  }

  /**
   * Call it before a transaction. @throws {StorageError} if an earlier one is not known to be on disk, and cannot be
   * flushed.
   */
  check(): void {
    // Not sooner: the writes of the start would not be flushed.
    if (!this.#hasTakenOver) this.#db.pragma('synchronous = NORMAL');
    this.#hasTakenOver = true;
    if (this.#isUnsure && !this.#fold()) throw new StorageError('STORAGE_UNAVAILABLE', undefined);
  }

  /** Calls back when everything committed before the call is on disk, or cannot be flushed. */
  flush(done: (fault: StorageError | undefined) => void): void {
    try {
      // Closing a file drops SQLite's locks on it, but it has none on its log.
      this.#file ??= openSync(`${this.#db.name}-wal`, 'r+');
      this.#flush(this.#file, (fault) => done(fault === null ? undefined : this.#recover(fault)));
    } catch (fault) {
      setImmediate(() => done(this.#recover(fault)));
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #recover(fault: unknown): StorageError | undefined {
    this.#isUnsure = true;
    return this.#fold() ? undefined : new StorageError('STORAGE_UNAVAILABLE', fault, 'perhaps saved');
  }

  /**
   * Checkpoints the log into the store, which is flushed with it. After a failed flush the system treats lost pages
   * as written, so that another flush would only seem to succeed.
   */
  #fold(): boolean {
    try {
      foldedSchema.parse(withoutBusyTimeout(this.#db, () => this.#db.pragma('wal_checkpoint(TRUNCATE)')));
      this.#isUnsure = false;
      return true;
    } catch {
      // The disk still refuses, or a reader is active: the next transaction tries again.
      return false;
    }
  }
}
