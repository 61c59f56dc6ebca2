import Database from 'better-sqlite3';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

import { type Script, valuesOf } from './large-change.ts';
import { findDamage } from './soundness.ts';

type Order =
  | 'fold'
  | 'check'
  | { readonly type: 'copy'; readonly path: string }
  | { readonly type: 'write'; readonly script: Script };

// The store's thread: does what would hold up requests, on a connection of its own.
const db = new Database(z.string().parse(workerData));
db.pragma('synchronous = FULL');
db.pragma('foreign_keys = ON');
db.pragma('wal_autocheckpoint = 0');

function answer(order: Order): object {
  if (order === 'fold') {
    // The second time takes what was written during the first: little is then left for who waits.
    db.pragma('wal_checkpoint(PASSIVE)');
    db.pragma('wal_checkpoint(PASSIVE)');
    return { type: 'folded' };
  }
  if (order === 'check') return { type: 'checked', damage: findDamage(db) };
  try {
    if (order.type === 'copy') {
      db.prepare('VACUUM INTO ?').run(order.path);
      return { type: 'copied' };
    }
    db.transaction(run).immediate(order.script);
    return { type: 'written' };
  } catch (error) {
    const code = error instanceof Database.SqliteError ? error.code : '';
    return { type: 'refused', code, message: error instanceof Error ? error.message : String(error) };
  }
}

function run(script: Script): void {
  const statements = script.statements.map((sql) => db.prepare(sql));
  for (const each of script.runs) statements[each[0]]?.run(valuesOf(script, each));
}

// The orders come from the store's own process, which knows their form.
parentPort?.on('message', (order: Order) => parentPort?.postMessage(answer(order)));
