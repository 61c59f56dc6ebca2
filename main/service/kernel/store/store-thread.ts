import type { Database } from 'better-sqlite3';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

import { threadEntry } from '../workers.ts';
import { atOnce } from './at-once.ts';
import type { Part } from './large-change.ts';
import { FOLD_AT_BYTES, FOLD_NOW_BYTES, logBytes } from './log-size.ts';
import { type Contents, contentsSchema } from '../backups/look-inside.ts';
import { StorageError, storageErrorOf } from './storage-error.ts';
import type { Order } from './store-worker.ts';

/** How many transactions pass between two looks at the size of the log. */
const LOOK_EVERY = 32;

const newsSchema = z.union([
  z.object({ type: z.literal('folded') }),
  z.object({ type: z.literal('checked'), damage: z.string().optional() }),
  z.object({ type: z.literal('written') }),
  z.object({ type: z.literal('refused'), code: z.string(), message: z.string() }),
]);

/**
 * A thread with a connection of its own for what would hold up requests: folding the write-ahead log into the store,
 * the thorough integrity check, and large changes. SQLite's own checkpoint is switched off for `db`: it would run inside somebody's commit.
 */
export class StoreThread {
  readonly #db: Database;
  #worker: Worker | undefined;
  #isFolding = false;
  /** What is folded, or about to be, came with a large change. */
  #foldsLarge = false;
  #parts = 0;
  #sinceLook = 0;
  #isClosed = false;
  #onChecked: ((damage: string | undefined) => void) | undefined;
  #onWritten: { resolve: () => void; reject: (reason: Error) => void } | undefined;

  constructor(db: Database) {
    this.#db = db;
    db.pragma('wal_autocheckpoint = 0');
  }

  /** Call it after every commit; a large one may have filled the log by itself, and the thread folds it already. */
  committed(size: 'usual' | 'large' = 'usual'): void {
    this.#sinceLook += size === 'large' ? LOOK_EVERY : 1;
    if (this.#sinceLook < LOOK_EVERY) return;
    this.#sinceLook = 0;
    const sizeBytes = logBytes(this.#db.name);
    if (size === 'large' && sizeBytes >= FOLD_AT_BYTES) this.#foldsLarge = true;
    // Writers that outrun the thread wait for once rather than filling the disk; what a large change wrote at once is
    // left to the thread.
    if (sizeBytes > FOLD_NOW_BYTES && !this.#foldsLarge)
      atOnce(this.#db, () => this.#db.pragma('wal_checkpoint(TRUNCATE)'));
    if (sizeBytes < FOLD_AT_BYTES || this.#isFolding) return;
    this.#isFolding = true;
    this.#order({ type: 'fold' });
  }

  /** Checks the whole store; answers what is wrong with it, undefined when it is sound. */
  check(): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.#onChecked = resolve;
      this.#order({ type: 'check' });
    });
  }

  /** Runs a part of a large change. The caller sees to it that nobody else writes, and has one change at a time. */
  readonly write = (part: Part): void => {
    this.#parts += 1;
    this.#order({ type: 'part', part });
  };

  /**
   * Ends the large change: it is kept in one transaction with all its parts, or undone.
   *
   * @throws {StorageError} when the disk refuses; nothing of it was kept.
   */
  end(how: 'commit' | 'rollback'): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#onWritten = { resolve, reject };
      this.#order({ type: how, parts: this.#parts });
      this.#parts = 0;
    });
  }

  /** Ends the thread and every errand; the caller folds what is left. Whatever is ordered later is not begun. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#worker?.terminate(), endErrands(this.#db.name)]);
  }

  #order(order: Order): void {
    // A thread that began now would open a store that is closed, or make a new one where it lay.
    if (this.#isClosed) return;
    this.#start().postMessage(order);
  }

  #start(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(threadEntry('store-worker'), { workerData: this.#db.name });
    worker.unref();
    worker.on('message', (raw: unknown) => {
      const news = newsSchema.parse(raw);
      if (news.type === 'checked') this.#onChecked?.(news.damage);
      else if (news.type === 'folded') this.#folded();
      else this.#wrote(news.type === 'written' ? undefined : toError(news));
    });
    // A disk that fails here fails the next commit too, which says so; the next look tries again.
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
    // The thread is in a large change, whose end would wait for this and this for it; the next folding will do.
    if (this.#parts > 0 || this.#onWritten !== undefined) return;
    // Little is left by now; this also lets the log begin anew instead of growing on.
    // Where somebody reads the log just now, as a backup does for long, it grows until the next folding.
    atOnce(this.#db, () => this.#db.pragma('wal_checkpoint(RESTART)'));
  }
}

const errandNewsSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('copied') }),
  z.object({ type: z.literal('checked'), damage: z.string().optional() }),
  z.object({ type: z.literal('seen'), contents: contentsSchema }),
  z.object({ type: z.literal('counted'), rows: z.record(z.string(), z.int()) }),
  z.object({ type: z.literal('refused'), code: z.string(), message: z.string() }),
]);
type ErrandNews = z.infer<typeof errandNewsSchema>;

/** The threads that run errands, by the store that they run them for. */
const errands = new Map<string, Set<Worker>>();

/** Has one thing done for the store `file` by a thread made for it: nothing waits for it. */
function runErrand(file: string, order: Order): Promise<ErrandNews> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(threadEntry('store-worker'), { workerData: file });
    worker.unref();
    const running = errands.get(file) ?? new Set();
    errands.set(file, running.add(worker));
    worker.once('exit', () => {
      running.delete(worker);
      if (running.size === 0 && errands.get(file) === running) errands.delete(file);
      reject(new Error('The store was closed before this was done'));
    });
    worker.once('message', (raw: unknown) => {
      const news = errandNewsSchema.parse(raw);
      void worker.terminate();
      if (news.type === 'refused') reject(toError(news));
      else resolve(news);
    });
    worker.once('error', reject);
    worker.postMessage(order);
  });
}

/** Breaks off what is being done for the store `file`, so that the file can be put aside. */
async function endErrands(file: string): Promise<void> {
  await Promise.all([...(errands.get(file) ?? [])].map((worker) => worker.terminate()));
}

/** Copies the store `file` to `path` as it is at one moment, and opens the copy. @throws where it is not sound. */
export async function copyInThread(file: string, path: string): Promise<void> {
  await runErrand(file, { type: 'copy', path });
}

/** What the copy at `path` of the store `file` holds. */
export async function lookInThread(file: string, path: string): Promise<Contents> {
  const news = await runErrand(file, { type: 'look', path });
  if (news.type !== 'seen') throw new TypeError(`The thread answered ${news.type}`);
  return news.contents;
}

/** What is wrong with the store `file`, looked at as thoroughly as can be; undefined where it is sound. */
export async function checkInThread(file: string): Promise<string | undefined> {
  const news = await runErrand(file, { type: 'check-all' });
  if (news.type !== 'checked') throw new TypeError(`The thread answered ${news.type}`);
  return news.damage;
}

/** Rows of every table of the store `file`. */
export async function countInThread(file: string): Promise<Readonly<Record<string, number>>> {
  const news = await runErrand(file, { type: 'count' });
  if (news.type !== 'counted') throw new TypeError(`The thread answered ${news.type}`);
  return news.rows;
}

function toError({ code, message }: { readonly code: string; readonly message: string }): Error {
  const error = new Error(message);
  return storageErrorOf(code, error) ?? error;
}
