import Database from 'better-sqlite3';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

// The thread of checkpointer.ts: copies what is in the log into the store whenever it is asked to.
const db = new Database(z.string().parse(workerData));
db.pragma('synchronous = FULL');
db.pragma('wal_autocheckpoint = 0');
parentPort?.on('message', () => {
  db.pragma('wal_checkpoint(PASSIVE)');
  parentPort?.postMessage('folded');
});
