import type { Database, Statement } from 'better-sqlite3';

import { Failure } from '../failure.ts';
import { toStorageError } from './storage-error.ts';
import { forEachYielding, Yielder } from '../yielding.ts';
import type { AfterCommit } from './after-commit.ts';
import { LargeChange } from './large-change.ts';
import { LogFlush } from './log/log-flush.ts';
import type { StoreThread } from './store-thread.ts';

/**
 * Work inside the write transaction. It must not await; a returned Failure or a throw rolls back only its own writes.
 */
export type Work<Result> = (afterCommit: AfterCommit) => Result;

/** Plans a large change; at every `yield` requests may run. */
export type Plan<Result> = (change: LargeChange) => Generator<void, Result>;

/** A job in the queue; `execute` returns what to do when its writes are on disk. */
type Job = {
  readonly isLarge: false;
  readonly execute: (afterCommit: AfterCommit) => {
    readonly isRefused: boolean;
    readonly answer: () => void;
  };
  readonly reject: (error: unknown) => void;
};
/** A large change in the queue: it has a transaction of its own. */
type LargeJob = {
  readonly isLarge: true;
  readonly execute: () => Promise<void>;
  readonly reject: (error: unknown) => void;
};
/** What is left to do for a job once its group is on disk: publish, then reply. */
type Outcome = {
  readonly effects: readonly (() => void)[];
  readonly answer: () => void;
  /** Called instead of the reply if the disk does not confirm what the job wrote; null: it wrote nothing. */
  readonly unsure: ((fault: unknown) => void) | null;
};

/** Maximum time that a group waits for more jobs, in ms, and only while more arrive. */
const MAX_GATHER_MS = 2;

/** Work after a commit is divided into turns of about this, in ms. */
const MAX_SETTLE_MS = 10;

/** A group takes no more jobs after this, in ms, so that one turn of the event loop stays short. */
const MAX_GROUP_MS = 15;

/**
 * The one writer of the store: group commit over one connection. Jobs queued while the loop was busy run in one
 * transaction, each in its own savepoint, so that a hundred heartbeats cost one flush to disk and a refused one does
 * not affect the others. The flush runs beside the event loop; callers get their reply after it.
 */
export class Writer {
  readonly #db: Database;
  readonly #sql: Readonly<
    Record<'begin' | 'commit' | 'rollback' | 'savepoint' | 'release' | 'undo', Statement>
  >;
  readonly #thread: StoreThread;
  readonly #log: LogFlush;
  #queue: (Job | LargeJob)[] = [];
  #head = 0;
  #isScheduled = false;
  #isClosed = false;
  #onIdle: (() => void) | undefined;
  #commits = 0;
  #works = 0;
  #onTimes: ((times: { readonly commitMs: number; readonly flushMs: number }) => void) | undefined;

  constructor(db: Database, thread: StoreThread, log = new LogFlush(db)) {
    this.#db = db;
    this.#thread = thread;
    this.#log = log;
    this.#sql = {
      begin: db.prepare('BEGIN IMMEDIATE'),
      commit: db.prepare('COMMIT'),
      rollback: db.prepare('ROLLBACK'),
      savepoint: db.prepare('SAVEPOINT work'),
      release: db.prepare('RELEASE work'),
      undo: db.prepare('ROLLBACK TO work'),
    };
  }

  /** Number of transactions and jobs since the start. */
  get counts(): { readonly commits: number; readonly works: number } {
    return { commits: this.#commits, works: this.#works };
  }

  /** Number of jobs queued for their transaction. */
  get queued(): number {
    return this.#queue.length - this.#head;
  }

  /** Calls back with the durations of each group: its transaction, and its flush. */
  onTimes(received: (times: { readonly commitMs: number; readonly flushMs: number }) => void): void {
    this.#onTimes = received;
  }

  /**
   * Runs `work` and returns once its writes are on disk. Concurrent calls share one transaction.
   *
   * @throws {StorageError} if the disk refuses; nothing of the work was stored.
   */
  run<Result>(work: Work<Result>): Promise<Result> {
    if (this.#isClosed) return Promise.reject(stopping());
    return new Promise<Result>((resolve, reject) => {
      this.#queue.push({
        isLarge: false,
        execute: (afterCommit) => {
          const result = work(afterCommit);
          if (result instanceof Promise) throw new TypeError('A transaction cannot wait');
          return { isRefused: result instanceof Failure, answer: () => resolve(result) };
        },
        reject,
      });
      this.#schedule();
    });
  }

  /**
   * Plans and writes a change of many records without blocking requests; returns once it is on disk. A returned
   * Failure, a throw or a disk error leaves everything unchanged.
   *
   * @throws {StorageError} if the disk refuses.
   */
  runLarge<Result>(plan: Plan<Result>): Promise<Result> {
    if (this.#isClosed) return Promise.reject(stopping());
    return new Promise<Result>((resolve, reject) => {
      const execute = async (): Promise<void> => resolve(await this.#executeLarge(plan));
      this.#queue.push({ isLarge: true, execute, reject });
      this.#schedule();
    });
  }

  /** Finishes queued jobs and refuses later ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await new Promise<void>((resolve) => {
      if (this.#queue.length === 0) resolve();
      else this.#onIdle = resolve;
    });
    await this.#thread.close();
    this.#log.close();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#gather(0, performance.now());
  }

  /** Lets requests that are already arriving join the group: the more share a flush, the less it costs each. */
  #gather(before: number, sinceMs: number): void {
    setImmediate(() => {
      const { length } = this.#queue;
      if (length > before && performance.now() - sinceMs < MAX_GATHER_MS) this.#gather(length, sinceMs);
      else this.#drain();
    });
  }

  #drain(): void {
    const next = this.#queue[this.#head];
    if (next?.isLarge === true) return void this.#drainLarge(next);
    const beganMs = performance.now();
    const outcomes = this.#runGroup();
    const committedMs = performance.now();
    const settle = (fault: unknown): void => {
      // Subscribers first, replies second: a caller that has its reply finds its change already published.
      const steps = outcomes.flatMap((outcome) => outcome.effects);
      for (const { answer, unsure } of outcomes)
        steps.push(fault === undefined || unsure === null ? answer : () => unsure(fault));
      this.#settle(steps, 0);
    };
    // Requests that arrive during the flush are read meanwhile; they form the next group.
    if (outcomes.some(({ unsure }) => unsure !== null))
      this.#log.flush((fault) => {
        this.#onTimes?.({ commitMs: committedMs - beganMs, flushMs: performance.now() - committedMs });
        settle(fault);
      });
    else setImmediate(settle);
  }

  /** Completes a group, in slices if that takes long; the next group starts afterwards. */
  #settle(steps: readonly (() => void)[], from: number): void {
    const startedAt = performance.now();
    for (let at = from; at < steps.length; at += 1) {
      steps[at]?.();
      if (at % 16 === 15 && performance.now() - startedAt > MAX_SETTLE_MS) {
        setImmediate(() => this.#settle(steps, at + 1));
        return;
      }
    }
    const folded = this.#thread.committed();
    if (folded === undefined) this.#finishGroup();
    else void folded.then(() => this.#finishGroup());
  }

  #finishGroup(): void {
    this.#wakeNext();
    if (this.#queue.length === 0) this.#onIdle?.();
  }

  /** Nothing else is drained until it has finished: it stays scheduled. */
  async #drainLarge(job: LargeJob): Promise<void> {
    this.#head += 1;
    await job.execute().catch((error: unknown) => job.reject(error));
    void this.#thread.committed('large');
    this.#finishGroup();
  }

  async #executeLarge<Result>(plan: Plan<Result>): Promise<Result> {
    this.#log.check();
    const change = new LargeChange(this.#thread.write);
    const result = await this.#plan(plan, change);
    if (result instanceof Failure) {
      await this.#thread.end('rollback');
      return result;
    }
    change.finish();
    await this.#thread.end('commit');
    this.#commits += 1;
    this.#works += 1;
    await forEachYielding(change.effects, (effect) => effect());
    return result;
  }

  async #plan<Result>(plan: Plan<Result>, change: LargeChange): Promise<Result> {
    try {
      const planning = plan(change);
      let step = planning.next();
      for (const yielder = new Yielder(); step.done !== true; step = planning.next())
        await yielder.yieldIfDue();
      return step.value;
    } catch (error) {
      await this.#thread.end('rollback');
      throw error;
    }
  }

  #wakeNext(): void {
    this.#isScheduled = false;
    // Under constant load the queue is never empty, so finished jobs must be removed before that.
    this.#queue.splice(0, this.#head);
    this.#head = 0;
    if (this.#queue.length > 0) this.#schedule();
  }

  /** Runs queued jobs, for about MAX_GROUP_MS, in one transaction. */
  #runGroup(): Outcome[] {
    const taken: (Job | LargeJob)[] = [];
    const outcomes: Outcome[] = [];
    const startedAt = performance.now();
    try {
      this.#log.check();
      this.#sql.begin.run();
      for (let job = this.#queue[this.#head]; job?.isLarge === false; job = this.#queue[this.#head]) {
        this.#head += 1;
        taken.push(job);
        outcomes.push(this.#attempt(job));
        if (performance.now() - startedAt > MAX_GROUP_MS) break;
      }
      this.#sql.commit.run();
      this.#commits += 1;
      this.#works += outcomes.length;
      return outcomes;
    } catch (error) {
      if (this.#db.inTransaction) this.#sql.rollback.run();
      if (taken.length === 0) {
        taken.push(...this.#queue.slice(this.#head));
        this.#head = this.#queue.length;
      }
      const reason = toStorageError(error) ?? error;
      return taken.map(({ reject }) => ({ effects: [], answer: () => reject(reason), unsure: null }));
    }
  }

  #attempt(job: Job): Outcome {
    const effects: (() => void)[] = [];
    this.#sql.savepoint.run();
    try {
      const { isRefused, answer } = job.execute((effect) => effects.push(effect));
      if (isRefused) this.#sql.undo.run();
      this.#sql.release.run();
      return isRefused ? { effects: [], answer, unsure: null } : { effects, answer, unsure: job.reject };
    } catch (error) {
      // A disk error may have rolled back the whole transaction; then the whole group fails.
      if (!this.#db.inTransaction || toStorageError(error) !== undefined) throw error;
      this.#sql.undo.run();
      this.#sql.release.run();
      return { effects: [], answer: () => job.reject(error), unsure: null };
    }
  }
}

/** Refuses work because the station is stopping. */
export function stopping(): Failure<'STATION_STOPPING'> {
  return new Failure('STATION_STOPPING', 'The station is stopping. Try again soon.');
}
