import type { Database, Statement } from 'better-sqlite3';

import { Failure } from '../failure.ts';
import { toStorageError } from './storage-error.ts';
import { inTurns, Pause } from '../yielding.ts';
import type { AfterCommit } from './after-commit.ts';
import { LargeChange } from './large-change.ts';
import { LogFlush } from './log-flush.ts';
import type { StoreThread } from './store-thread.ts';

/** Work inside the write transaction. It must not wait; a returned Failure or a throw undoes its writes alone. */
export type Work<Result> = (afterCommit: AfterCommit) => Result;

/** Plans a large change; every `yield` is a place where requests may come in between. */
export type Plan<Result> = (change: LargeChange) => Generator<void, Result>;

/** One work in the queue; `execute` answers what to do when its writes are on disk. */
type Job = {
  readonly isLarge: false;
  readonly execute: (afterCommit: AfterCommit) => {
    readonly isRefused: boolean;
    readonly answer: () => void;
  };
  readonly reject: (error: unknown) => void;
};
/** A large change in the queue: it has a transaction to itself. */
type LargeJob = {
  readonly isLarge: true;
  readonly execute: () => Promise<void>;
  readonly reject: (error: unknown) => void;
};
/** What is left to do for one work once its group is on disk: announce, then answer. */
type Outcome = {
  readonly effects: readonly (() => void)[];
  readonly answer: () => void;
  /** Instead of the answer, where the disk does not confirm what the work wrote; null: it wrote nothing. */
  readonly unsure: ((fault: unknown) => void) | null;
};

/** A group waits for company no longer than this, and only while company keeps coming. */
const MAX_GATHER_MS = 2;

/** What is left to do after a commit is cut into turns of about this. */
const MAX_SETTLE_MS = 10;

/** A group takes no more works after this, so that one turn of the event loop stays short. */
const MAX_GROUP_MS = 15;

/**
 * The one writer of the store: group commit over one connection. Works queued while the loop was busy run in one
 * transaction, each in a savepoint of its own, so that a hundred heartbeats pay for one flush to disk and a refused
 * one harms no other. The flush runs beside the event loop; who asked is told after it.
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
  #told: ((times: { readonly commitMs: number; readonly flushMs: number }) => void) | undefined;

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

  /** Transactions and works since start. */
  get counts(): { readonly commits: number; readonly works: number } {
    return { commits: this.#commits, works: this.#works };
  }

  /** Works that wait for their transaction. */
  get queued(): number {
    return this.#queue.length - this.#head;
  }

  /** Calls back with what each group took: its transaction, and its way to the disk. */
  onTimes(told: (times: { readonly commitMs: number; readonly flushMs: number }) => void): void {
    this.#told = told;
  }

  /**
   * Runs `work` and answers once its writes are on disk. Concurrent calls share one transaction.
   *
   * @throws {StorageError} when the disk refuses; nothing of the work was kept.
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
   * Plans and writes a change of many records without holding up requests; answers once it is on disk. A returned
   * Failure, a throw or a disk that refuses leaves everything as it was.
   *
   * @throws {StorageError} when the disk refuses.
   */
  runLarge<Result>(plan: Plan<Result>): Promise<Result> {
    if (this.#isClosed) return Promise.reject(stopping());
    return new Promise<Result>((resolve, reject) => {
      const execute = async (): Promise<void> => resolve(await this.#executeLarge(plan));
      this.#queue.push({ isLarge: true, execute, reject });
      this.#schedule();
    });
  }

  /** Finishes what was asked for and refuses what comes later. */
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

  /** Lets requests that are already arriving join the group: a flush shared by more costs each of them less. */
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
      // Listeners first, answers second: who has an answer finds its change already announced.
      const steps = outcomes.flatMap((outcome) => outcome.effects);
      for (const { answer, unsure } of outcomes)
        steps.push(fault === undefined || unsure === null ? answer : () => unsure(fault));
      this.#settle(steps, 0);
    };
    // Requests that come while the disk works are read meanwhile; they are the next group.
    if (outcomes.some(({ unsure }) => unsure !== null))
      this.#log.flush((fault) => {
        this.#told?.({ commitMs: committedMs - beganMs, flushMs: performance.now() - committedMs });
        settle(fault);
      });
    else setImmediate(settle);
  }

  /** Does what is left to do for a group, in turns where that takes long; only then comes the next group. */
  #settle(steps: readonly (() => void)[], from: number): void {
    const startedAt = performance.now();
    for (let at = from; at < steps.length; at += 1) {
      steps[at]?.();
      if (at % 16 === 15 && performance.now() - startedAt > MAX_SETTLE_MS) {
        setImmediate(() => this.#settle(steps, at + 1));
        return;
      }
    }
    this.#goOn();
    this.#thread.committed();
    if (this.#queue.length === 0) this.#onIdle?.();
  }

  /** Nothing else is drained until it is through: it stays scheduled. */
  async #drainLarge(job: LargeJob): Promise<void> {
    this.#head += 1;
    await job.execute().catch((error: unknown) => job.reject(error));
    this.#goOn();
    this.#thread.committed('large');
    if (this.#queue.length === 0) this.#onIdle?.();
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
    await inTurns(change.effects, (effect) => effect());
    return result;
  }

  async #plan<Result>(plan: Plan<Result>, change: LargeChange): Promise<Result> {
    try {
      const planning = plan(change);
      let step = planning.next();
      for (const pause = new Pause(); step.done !== true; step = planning.next()) await pause.ifDue();
      return step.value;
    } catch (error) {
      await this.#thread.end('rollback');
      throw error;
    }
  }

  #goOn(): void {
    this.#isScheduled = false;
    if (this.#head < this.#queue.length) return this.#schedule();
    this.#queue = [];
    this.#head = 0;
  }

  /** Runs what is queued, about MAX_GROUP_MS of it, in one transaction. */
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
      // A disk error may have undone the whole transaction already; then the whole group fails.
      if (!this.#db.inTransaction || toStorageError(error) !== undefined) throw error;
      this.#sql.undo.run();
      this.#sql.release.run();
      return { effects: [], answer: () => job.reject(error), unsure: null };
    }
  }
}

function stopping(): Failure {
  return new Failure('STATION_STOPPING', 'The station is stopping. Try again soon.');
}
