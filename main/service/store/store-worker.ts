import Database from 'better-sqlite3';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

import { findDamage } from './soundness.ts';

// The store's thread: does what would hold up requests, on a connection of its own.
const db = new Database(z.string().parse(workerData));
db.pragma('synchronous = FULL');
db.pragma('wal_autocheckpoint = 0');
parentPort?.on('message', (order: unknown) => {
  if (order === 'fold') {
    // The second time takes what was written during the first: little is then left for who waits.
    db.pragma('wal_checkpoint(PASSIVE)');
    db.pragma('wal_checkpoint(PASSIVE)');
    parentPort?.postMessage({ type: 'folded' });
  } else {
    parentPort?.postMessage({ type: 'checked', damage: findDamage(db) });
  }
});
