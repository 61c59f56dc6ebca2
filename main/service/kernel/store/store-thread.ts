import type { Database } from 'better-sqlite3';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

import { type End, follow, lowerPriority, threadEntry } from '../workers.ts';
import { withoutBusyTimeout } from './without-busy-timeout.ts';
import type { Part } from './large-change.ts';
import { FOLD_AT_BYTES, logBytes, SHORTEN_AT_BYTES, WAIT_AT_BYTES } from './log/log-size.ts';
import type { Contents } from './inspect-copy.ts';
import { StorageError, storageErrorOf } from './storage-error.ts';
import type { Job, Order } from './store-worker.ts';

/**
 * Young objects of the thread, in MiB: it keeps none, and V8 would give it as much as it gives the service. Source:
 * nodejs.org/api/worker_threads.html, `resourceLimits`.
 */
const YOUNG_MIB = 4;

/** Number of transactions between two checks of the log size. */
const CHECK_INTERVAL = 32;

const messageSchema = z.union([
  z.object({ type: z.literal('folded') }),
  z.object({ type: z.literal('written') }),
  z.object({ type: z.literal('refused'), code: z.string(), message: z.string() }),
]);

/**
 * A thread with its own connection for work that would block requests: checkpoints of the write-ahead log and large
 * changes. SQLite's own checkpoint is switched off for `db`, because it would run
 * inside a commit.
 */
export class StoreThread {
  readonly #db: Database;
  #worker: Worker | undefined;
  #end: End | undefined;
  /** The checkpoint in progress. */
  #fold: Promise<void> | undefined;
  #onFolded: (() => void) | undefined;
  /** True if the current or next checkpoint is for a large change. */
  #foldsLarge = false;
  #parts = 0;
  #sinceCheck = 0;
  #isClosed = false;
  #onWritten: { resolve: () => void; reject: (reason: Error) => void } | undefined;

  constructor(db: Database) {
    this.#db = db;
    db.pragma('wal_autocheckpoint = 0');
  }

  /**
   * Call it after every commit. Returns what the next writers wait for if they outrun the thread, so that the log does
   * not fill the disk. A large change may have filled the log alone, and the thread is then checkpointing already.
   */
  committed(size: 'usual' | 'large' = 'usual'): Promise<void> | undefined {
    this.#sinceCheck += size === 'large' ? CHECK_INTERVAL : 1;
    if (this.#sinceCheck < CHECK_INTERVAL) return undefined;
    this.#sinceCheck = 0;
    const sizeBytes = logBytes(this.#db.name);
    if (sizeBytes < FOLD_AT_BYTES) return undefined;
    if (size === 'large') this.#foldsLarge = true;
    this.#fold ??= this.#orderFold();
    return sizeBytes > WAIT_AT_BYTES && !this.#foldsLarge ? this.#fold : undefined;
  }

  #orderFold(): Promise<void> {
    return new Promise((resolve) => {
      this.#onFolded = resolve;
      this.#order({ type: 'fold' });
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
    await Promise.all([this.#end?.(), endJobs(this.#db.name)]);
  }

  #order(order: Order): void {
    // A thread started now would open a closed store, or create a new one.
    if (this.#isClosed) return;
    this.#start().postMessage(order);
  }

  #start(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(threadEntry('store-worker'), {
      workerData: this.#db.name,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
    });
    worker.unref();
    this.#end = follow(worker, (raw) => {
      const message = messageSchema.parse(raw);
      if (message.type === 'folded') this.#folded();
      else this.#wrote(message.type === 'written' ? undefined : toError(message));
    });
    // A disk that fails here also fails the next commit, which reports it; the next check tries again.
    worker.on('error', (error) => {
      this.#worker = undefined;
      this.#endFold();
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
    this.#endFold();
    // The thread is in a large change, whose end would wait for this and vice versa; the next checkpoint will do.
    if (this.#parts > 0 || this.#onWritten !== undefined) return;
    // Little is left by now; this also restarts the log instead of growing it. While a reader uses the log, as a long
    // backup does, it grows until the next checkpoint, and is then shortened.
    const how = logBytes(this.#db.name) > SHORTEN_AT_BYTES ? 'TRUNCATE' : 'RESTART';
    withoutBusyTimeout(this.#db, () => this.#db.pragma(`wal_checkpoint(${how})`));
  }

  #endFold(): void {
    this.#foldsLarge = false;
    this.#fold = undefined;
    this.#onFolded?.();
  }
}

const jobMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('copied') }),
  z.object({ type: z.literal('checked'), damage: z.string().optional() }),
  // The thread checks what it reads of a copy.
  z.object({ type: z.literal('seen'), contents: z.custom<Contents>() }),
  z.object({ type: z.literal('counted'), rows: z.record(z.string(), z.int()) }),
  z.object({ type: z.literal('refused'), code: z.string(), message: z.string() }),
]);
type JobMessage = z.infer<typeof jobMessageSchema>;

/** Threads and processes that run single jobs, by their store. */
const jobs = new Map<string, Set<Running>>();

type Running = { readonly end: End };

/** Adds a job to those of its store. Returns a function that removes it. */
function addJob(file: string, job: Running): () => void {
  const running = jobs.get(file) ?? new Set();
  jobs.set(file, running.add(job));
  return () => {
    running.delete(job);
    if (running.size === 0 && jobs.get(file) === running) jobs.delete(file);
  };
}

/** Runs one job for the store `file` in a thread of its own, with a lower priority. */
function runJob(file: string, order: Job): Promise<JobMessage> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(threadEntry('store-worker'), { workerData: file });
    worker.unref();
    const end = follow(worker, (raw) => {
      const message = jobMessageSchema.parse(raw);
      void end();
      if (message.type === 'refused') reject(toError(message));
      else resolve(message);
    });
    const remove = addJob(file, { end });
    worker.once('exit', () => {
      remove();
      reject(closedBefore());
    });
    worker.once('error', reject);
    worker.postMessage(order);
  });
}

function closedBefore(): Error {
  return new Error('The store was closed before this was done');
}

/** Aborts the jobs of the store `file`, so that the file can be moved. */
async function endJobs(file: string): Promise<void> {
  await Promise.all([...(jobs.get(file) ?? [])].map((job) => job.end()));
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

/** How thoroughly a store is checked: see `findDamage`. */
type Check = 'quick_check' | 'integrity_check';

/** Returns what is wrong with the store `file`, or undefined if it is sound. */
export async function checkInThread(file: string, check: Check): Promise<string | undefined> {
  const message = await runJob(file, { type: 'check', check });
  if (message.type !== 'checked') throw new TypeError(`The thread answered ${message.type}`);
  return message.damage;
}

const findingSchema = z.object({ damage: z.string().optional() });

/**
 * Does the same in a process. SQLite checks a store without interruption, for seconds per gigabyte: a thread ends only
 * afterwards, so a cell that stops would have to wait for it. A process can be killed.
 */
export function checkInProcess(file: string, check: Check): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = fork(threadEntry('check-process'), [file, check], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.unref();
    child.channel?.unref();
    if (child.pid !== undefined) setPriority(child.pid, lowerPriority());
    const exited = once(child, 'exit');
    const remove = addJob(file, {
      end: async () => {
        child.kill('SIGKILL');
        await exited;
      },
    });
    child.once('message', (raw: unknown) => resolve(findingSchema.parse(raw).damage));
    void exited.then(() => reject(closedBefore()), reject).finally(remove);
  });
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
