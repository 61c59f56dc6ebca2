import type { Database } from 'better-sqlite3';
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

import { threadEntry } from '../threads.ts';

/** The log is folded into the store once it is this large: pages that are written often are then copied once. */
const FOLD_AT_BYTES = 16 * 1024 * 1024;
/** How many transactions pass between two looks at the size of the log. */
const LOOK_EVERY = 32;

/**
 * Folds the write-ahead log into the store in a thread of its own, so that no request waits for it. SQLite's own
 * checkpoint is switched off for `db`: it would run inside somebody's commit.
 */
export class Checkpointer {
  readonly #db: Database;
  readonly #log: string;
  #worker: Worker | undefined;
  #isFolding = false;
  #sinceLook = 0;

  constructor(db: Database) {
    this.#db = db;
    this.#log = `${db.name}-wal`;
    db.pragma('wal_autocheckpoint = 0');
  }

  /** Call it after every commit. */
  committed(): void {
    this.#sinceLook += 1;
    if (this.#isFolding || this.#sinceLook < LOOK_EVERY) return;
    this.#sinceLook = 0;
    if ((statSync(this.#log, { throwIfNoEntry: false })?.size ?? 0) < FOLD_AT_BYTES) return;
    this.#isFolding = true;
    this.#folder().postMessage('fold');
  }

  /** Ends the thread; the caller folds what is left. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #folder(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(threadEntry('checkpoint-worker'), {
      workerData: this.#db.name,
    });
    worker.unref();
    worker.on('message', () => {
      this.#isFolding = false;
      // Little is left by now; this also lets the log begin anew instead of growing on.
      this.#db.pragma('wal_checkpoint(RESTART)');
    });
    // A disk that fails here fails the next commit too, which says so; the next look tries again.
    worker.on('error', () => {
      this.#isFolding = false;
      this.#worker = undefined;
    });
    this.#worker = worker;
    return worker;
  }
}
