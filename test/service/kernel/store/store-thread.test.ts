import Database from 'better-sqlite3';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { copyInThread, StoreThread } from '../../../../main/service/kernel/store/store-thread.ts';
import { aFolder } from '../../../support/temp-folder.ts';

function aStore(folder: string, name = 'muster.db') {
  const db = new Database(join(folder, name));
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE t (a TEXT) STRICT');
  return { db, file: db.name, thread: new StoreThread(db) };
}

test('a closed thread starts nothing more: it would create a new store', async () => {
  using folder = aFolder();
  const { db, file, thread } = aStore(folder.path);
  await thread.close();
  db.close();
  rmSync(file);

  void thread.check();

  // A thread started later finishes later.
  const other = aStore(folder.path, 'other.db');
  expect(await other.thread.check()).toBeUndefined();
  await other.thread.close();
  other.db.close();
  expect(existsSync(file)).toBe(false);
});

test('closing aborts the copy in progress, and waits until the store is closed everywhere', async () => {
  using folder = aFolder();
  const { db, file, thread } = aStore(folder.path);
  const fill = db.prepare('INSERT INTO t VALUES (?)');
  db.transaction(() => {
    for (let row = 0; row < 2_000; row += 1) fill.run('x'.repeat(1_000));
  })();
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
