import Database from 'better-sqlite3';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

import {
  checkInProcess,
  checkInThread,
  copyInThread,
  StoreThread,
} from '../../../../main/service/kernel/store/store-thread.ts';
import { follow, OPENED } from '../../../../main/service/kernel/workers.ts';
import { aFolder } from '../../../support/temp-folder.ts';

function aStore(folder: string, name = 'muster.db') {
  const db = new Database(join(folder, name));
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE t (a TEXT) STRICT');
  return { db, file: db.name, thread: new StoreThread(db) };
}

function fill(db: Database.Database, rows: number): void {
  const add = db.prepare('INSERT INTO t VALUES (?)');
  db.transaction(() => {
    for (let row = 0; row < rows; row += 1) add.run('x'.repeat(1_000));
  })();
}

test('a closed thread starts nothing more: it would create a new store', async () => {
  using folder = aFolder();
  const { db, file, thread } = aStore(folder.path);
  await thread.close();
  db.close();
  rmSync(file);

  void thread.end('commit');

  // A thread started later finishes later.
  const other = aStore(folder.path, 'other.db');
  await other.thread.end('commit');
  await other.thread.close();
  other.db.close();
  expect(existsSync(file)).toBe(false);
});

test('closing aborts the copy in progress, and waits until the store is closed everywhere', async () => {
  using folder = aFolder();
  const { db, file, thread } = aStore(folder.path);
  fill(db, 2_000);
  const copying = copyInThread(file, join(folder.path, 'copy.db')).then(
    () => 'copied',
    (error: unknown) => String(error),
  );

  await thread.close();

  expect(await copying).toContain('The store was closed before this was done');
  db.close();
  // SQLite removes the log with the last connection.
  expect(existsSync(`${file}-wal`)).toBe(false);
});

test('a check in a process finds what one in a thread finds', async () => {
  using folder = aFolder();
  const { db, file, thread } = aStore(folder.path);
  fill(db, 2_000);
  expect(await checkInProcess(file, 'quick_check')).toBeUndefined();
  await thread.close();
  db.close();
  const damaged = openSync(file, 'r+');
  writeSync(damaged, Buffer.alloc(20_000, 0xff), 0, 20_000, 100_000);
  closeSync(damaged);
  const damage = await checkInThread(file, 'quick_check');
  expect(damage).toBeTypeOf('string');
  expect(await checkInProcess(file, 'quick_check')).toBe(damage);
});

test('closing ends the check in a process', async () => {
  using folder = aFolder();
  const { db, file, thread } = aStore(folder.path);
  const checking = checkInProcess(file, 'integrity_check').then(
    () => 'checked',
    (error: unknown) => String(error),
  );
  await thread.close();
  expect(await checking).toContain('The store was closed before this was done');
  db.close();
  expect(existsSync(`${file}-wal`)).toBe(false);
});

test.skipIf(process.platform !== 'linux')(
  'a check in a thread has a lower priority than the other threads',
  async () => {
    using folder = aFolder();
    const { db, file, thread } = aStore(folder.path);
    fill(db, 30_000);
    let isOver = false;
    const checking = checkInThread(file, 'integrity_check').finally(() => (isOver = true));
    const seen = new Set<number>();
    while (!isOver) {
      for (const nice of niceOfThreads()) seen.add(nice);
      await new Promise(setImmediate);
    }
    expect(await checking).toBeUndefined();
    expect(Math.max(...seen) - Math.min(...seen)).toBe(10);
    await thread.close();
    db.close();
  },
);

/** The nice values of the threads of this process. Source: proc_pid_stat(5), the 17th field after the name. */
function niceOfThreads(): number[] {
  return readdirSync('/proc/self/task').flatMap((id) => {
    try {
      const [, fields = ''] = readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ');
      return [Number(fields.split(' ')[16])];
    } catch {
      // It has just ended.
      return [];
    }
  });
}

// Terminated while it loads SQLite, a thread would abort the whole process.
test('a thread that is ended while it starts ends once it has loaded SQLite, or failed', async () => {
  const loaded = new Int32Array(new SharedArrayBuffer(4));
  const starting = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     const until = Date.now() + 300;
     while (Date.now() < until);
     workerData[0] = 1;
     parentPort.postMessage('${OPENED}');
     setInterval(() => {}, 1000);`,
    { eval: true, workerData: loaded },
  );
  await follow(starting, () => undefined)();
  expect(loaded[0]).toBe(1);

  const failing = new Worker(`throw new Error('No SQLite')`, { eval: true });
  failing.on('error', () => undefined);
  await follow(failing, () => undefined)();
  expect(failing.threadId).toBe(-1);
});
