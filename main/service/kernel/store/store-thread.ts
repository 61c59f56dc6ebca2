import type { Database } from 'better-sqlite3';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

import { threadEntry } from '../workers.ts';
import { withoutBusyTimeout } from './without-busy-timeout.ts';
import type { Part } from './large-change.ts';
import { FOLD_AT_BYTES, FOLD_NOW_BYTES, logBytes } from './log/log-size.ts';
import { type Contents, contentsSchema } from '../backups/inspect-copy.ts';
import { StorageError, storageErrorOf } from './storage-error.ts';
import type { Order } from './store-worker.ts';

/** Number of transactions between two checks of the log size. */
const CHECK_INTERVAL = 32;

const messageSchema = z.union([
  z.object({ type: z.literal('folded') }),
  z.object({ type: z.literal('checked'), damage: z.string().optional() }),
  z.object({ type: z.literal('written') }),
  z.object({ type: z.literal('refused'), code: z.string(), message: z.string() }),
]);

/**
 * A thread with its own connection for work that would block requests: checkpoints of the write-ahead log, the
 * thorough integrity check, and large changes. SQLite's own checkpoint is switched off for `db`, because it would run
 * inside a commit.
 */
export class StoreThread {
  readonly #db: Database;
  #worker: Worker | undefined;
  #isFolding = false;
  /** True if the current or next checkpoint is for a large change. */
  #foldsLarge = false;
  #parts = 0;
  #sinceCheck = 0;
  #isClosed = false;
  #onChecked: ((damage: string | undefined) => void) | undefined;
  #onWritten: { resolve: () => void; reject: (reason: Error) => void } | undefined;

  constructor(db: Database) {
    this.#db = db;
    db.pragma('wal_autocheckpoint = 0');
  }

  /**
   * Call it after every commit. A large one may have filled the log alone, and the thread is then checkpointing
   * already.
   */
  committed(size: 'usual' | 'large' = 'usual'): void {
    this.#sinceCheck += size === 'large' ? CHECK_INTERVAL : 1;
    if (this.#sinceCheck < CHECK_INTERVAL) return;
    this.#sinceCheck = 0;
    const sizeBytes = logBytes(this.#db.name);
    if (size === 'large' && sizeBytes >= FOLD_AT_BYTES) this.#foldsLarge = true;
    // Writers that are faster than the thread have to wait once, so that they do not fill the disk; for a large change
    // the thread does this itself.
    if (sizeBytes > FOLD_NOW_BYTES && !this.#foldsLarge)
      withoutBusyTimeout(this.#db, () => this.#db.pragma('wal_checkpoint(TRUNCATE)'));
    if (sizeBytes < FOLD_AT_BYTES || this.#isFolding) return;
    this.#isFolding = true;
    this.#order({ type: 'fold' });
  }

  /** Checks the whole store. Returns what is wrong with it, undefined if it is sound. */
  check(): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.#onChecked = resolve;
      this.#order({ type: 'check' });
    });
  }

  /** Runs a part of a large change. The caller ensures that there is no other writer and one change at a time. */
  readonly write = (part: Part): void => {
    this.#parts += 1;
    this.#order({ type: 'part', part });
  };

  /**
   * Ends the large change: all its parts are committed in one transaction, or rolled back.
   *
   * @throws {StorageError} if the disk refuses; nothing was stored.
   */
  end(how: 'commit' | 'rollback'): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#onWritten = { resolve, reject };
      this.#order({ type: how, parts: this.#parts });
      this.#parts = 0;
    });
  }

  /** Ends the thread and all its jobs; the caller checkpoints the rest. Later jobs are not started. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#worker?.terminate(), endJobs(this.#db.name)]);
  }

  #order(order: Order): void {
    // A thread started now would open a closed store, or create a new one.
    if (this.#isClosed) return;
    this.#start().postMessage(order);
  }

  #start(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(threadEntry('store-worker'), { workerData: this.#db.name });
    worker.unref();
    worker.on('message', (raw: unknown) => {
      const message = messageSchema.parse(raw);
      if (message.type === 'checked') this.#onChecked?.(message.damage);
      else if (message.type === 'folded') this.#folded();
      else this.#wrote(message.type === 'written' ? undefined : toError(message));
    });
    // A disk that fails here also fails the next commit, which reports it; the next check tries again.
    worker.on('error', (error) => {
      this.#isFolding = false;
      this.#foldsLarge = false;
      this.#worker = undefined;
      this.#wrote(new StorageError('STORAGE_UNAVAILABLE', error));
    });
    this.#worker = worker;
    return worker;
  }

  #wrote(refusal: Error | undefined): void {
    const waiting = this.#onWritten;
    this.#onWritten = undefined;
    if (refusal === undefined) waiting?.resolve();
    else waiting?.reject(refusal);
  }

  #folded(): void {
    this.#isFolding = false;
    this.#foldsLarge = false;
    // The thread is in a large change, whose end would wait for this and vice versa; the next checkpoint will do.
    if (this.#parts > 0 || this.#onWritten !== undefined) return;
    // Little is left by now; this also restarts the log instead of growing it. While a reader uses the log, as a long
    // backup does, it grows until the next checkpoint.
    withoutBusyTimeout(this.#db, () => this.#db.pragma('wal_checkpoint(RESTART)'));
  }
}

const jobMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('copied') }),
  z.object({ type: z.literal('checked'), damage: z.string().optional() }),
  z.object({ type: z.literal('seen'), contents: contentsSchema }),
  z.object({ type: z.literal('counted'), rows: z.record(z.string(), z.int()) }),
  z.object({ type: z.literal('refused'), code: z.string(), message: z.string() }),
]);
type JobMessage = z.infer<typeof jobMessageSchema>;

/** Threads that run single jobs, by their store. */
const jobs = new Map<string, Set<Worker>>();

/** Runs one job for the store `file` in a thread of its own. */
function runJob(file: string, order: Order): Promise<JobMessage> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(threadEntry('store-worker'), { workerData: file });
    worker.unref();
    const running = jobs.get(file) ?? new Set();
    jobs.set(file, running.add(worker));
    worker.once('exit', () => {
      running.delete(worker);
      if (running.size === 0 && jobs.get(file) === running) jobs.delete(file);
      reject(new Error('The store was closed before this was done'));
    });
    worker.once('message', (raw: unknown) => {
      const message = jobMessageSchema.parse(raw);
      void worker.terminate();
      if (message.type === 'refused') reject(toError(message));
      else resolve(message);
    });
    worker.once('error', reject);
    worker.postMessage(order);
  });
}

/** Aborts the jobs of the store `file`, so that the file can be moved. */
async function endJobs(file: string): Promise<void> {
  await Promise.all([...(jobs.get(file) ?? [])].map((worker) => worker.terminate()));
}

/** Copies the store `file` to `path` as of one moment, and opens the copy. @throws if it is not sound. */
export async function copyInThread(file: string, path: string): Promise<void> {
  await runJob(file, { type: 'copy', path });
}

/** Returns what the copy at `path` of the store `file` contains. */
export async function inspectInThread(file: string, path: string): Promise<Contents> {
  const message = await runJob(file, { type: 'look', path });
  if (message.type !== 'seen') throw new TypeError(`The thread answered ${message.type}`);
  return message.contents;
}

/** Returns what is wrong with the store `file`, after the most thorough check; undefined if it is sound. */
export async function checkInThread(file: string): Promise<string | undefined> {
  const message = await runJob(file, { type: 'check-all' });
  if (message.type !== 'checked') throw new TypeError(`The thread answered ${message.type}`);
  return message.damage;
}

/** Returns the number of rows of every table of the store `file`. */
export async function countInThread(file: string): Promise<Readonly<Record<string, number>>> {
  const message = await runJob(file, { type: 'count' });
  if (message.type !== 'counted') throw new TypeError(`The thread answered ${message.type}`);
  return message.rows;
}

function toError({ code, message }: { readonly code: string; readonly message: string }): Error {
  const error = new Error(message);
  return storageErrorOf(code, error) ?? error;
}
