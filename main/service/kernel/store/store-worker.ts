import Database, { type Statement } from 'better-sqlite3';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

import { type Part, valuesOf } from './large-change.ts';
import { FOLD_AT_BYTES, logBytes } from './log/log-size.ts';
import { countRows, inspectCopy } from './inspect-copy.ts';
import { findDamage } from './soundness.ts';
import { lowerPriority, OPENED } from '../workers.ts';

/** A message to a thread that then ends. */
export type Job =
  | { readonly type: 'check'; readonly check: 'quick_check' | 'integrity_check' }
  | { readonly type: 'count' }
  | { readonly type: 'copy' | 'look'; readonly path: string };

/** A message to the thread. A large change starts with its first part and ends with `commit` or `rollback`. */
export type Order =
  | { readonly type: 'fold' }
  /** `parts`: their number, to detect a missing one after a restart of the thread. */
  | { readonly type: 'commit' | 'rollback'; readonly parts: number }
  | { readonly type: 'part'; readonly part: Part };

// The store's thread: runs work that would block requests, on its own connection.
if (typeof workerData !== 'string') throw new TypeError('A thread of a store is started with its file');
const db = new Database(workerData);
db.pragma('synchronous = FULL');
db.pragma('foreign_keys = ON');
db.pragma('busy_timeout = 5000');
db.pragma('wal_autocheckpoint = 0');
// From now on the thread may be terminated.
parentPort?.postMessage(OPENED);

type Change = { readonly statements: Statement[]; readonly texts: string[]; parts: number; fault?: Error };

/** The large change in progress; its first error is reported at the commit. */
let change: Change | undefined;

function execute({ statements, texts, runs }: Part): void {
  change ??= { statements: [], texts: [], parts: 0 };
  change.parts += 1;
  if (change.fault !== undefined) return;
  try {
    if (!db.inTransaction) db.exec('BEGIN IMMEDIATE');
    for (const sql of statements) change.statements.push(db.prepare(sql));
    change.texts.push(...texts);
    for (const run of runs) change.statements[run[0]]?.run(valuesOf(change.texts, run));
  } catch (error) {
    change.fault = error instanceof Error ? error : new Error(String(error));
  }
}

function end(how: 'commit' | 'rollback', parts: number): object {
  const { fault, parts: taken } = change ?? { fault: undefined, parts: 0 };
  change = undefined;
  try {
    if (fault !== undefined) throw fault;
    if (taken !== parts) throw new Error(`${parts - taken} parts of the change are missing`);
    if (db.inTransaction) db.exec(how === 'commit' ? 'COMMIT' : 'ROLLBACK');
    return { type: 'written' };
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK');
    return refusal(error);
  }
}

/**
 * Checkpoints after a few large changes fill the log. Those that waited for the last one have it on disk and need not
 * wait for this too.
 */
function foldWhereFull(): void {
  try {
    if (logBytes(db.name) > FOLD_AT_BYTES) db.pragma('wal_checkpoint(PASSIVE)');
  } catch {
    // The log is safe on disk; a disk that fails here also fails the next commit, which reports it.
  }
}

/** Copies the store and opens the copy: one that cannot be read is no backup. */
function copyTo(path: string): object {
  try {
    db.prepare('VACUUM INTO ?').run(path);
    flush(path);
    const { damage } = inspectCopy(path);
    if (damage !== null) throw new Error(`The copy of the store is not sound: ${damage}`);
    return { type: 'copied' };
  } catch (error) {
    return refusal(error);
  }
}

function flush(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function refusal(error: unknown): object {
  const code = error instanceof Database.SqliteError ? error.code : '';
  return { type: 'refused', code, message: error instanceof Error ? error.message : String(error) };
}

function fold(): object {
  // The second time covers what was written during the first, so that little is left.
  db.pragma('wal_checkpoint(PASSIVE)');
  db.pragma('wal_checkpoint(PASSIVE)');
  return { type: 'folded' };
}

function carryOut(job: Job): object {
  // Only Linux has a priority for each thread; elsewhere this would change the one of the whole service.
  if (process.platform === 'linux') setPriority(lowerPriority());
  switch (job.type) {
    case 'check':
      return { type: 'checked', damage: findDamage(db, job.check) };
    case 'copy':
      return copyTo(job.path);
    case 'look':
      return { type: 'seen', contents: inspectCopy(job.path) };
    case 'count':
      return { type: 'counted', rows: countRows(db) };
  }
}

// The messages come from the store's own process, which knows their form.
parentPort?.on('message', (order: Order | Job) => {
  switch (order.type) {
    case 'part':
      return execute(order.part);
    case 'fold':
      return parentPort?.postMessage(fold());
    case 'commit':
    case 'rollback':
      parentPort?.postMessage(end(order.type, order.parts));
      if (order.type === 'commit') foldWhereFull();
      return undefined;
    case 'check':
    case 'count':
    case 'copy':
    case 'look':
      return parentPort?.postMessage(carryOut(order));
  }
});
