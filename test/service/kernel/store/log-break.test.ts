import Database from 'better-sqlite3';
import { copyFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { keepBrokenLog } from '../../../../main/service/kernel/store/log/log-break.ts';
import { closing } from '../../../support/closing.ts';
import { aFolder } from '../../../support/temp-folder.ts';

const WRITES = 40;

/** A store after a crash: `rows` rows, each of them written separately, all in the log. */
function crashed(folder: string, { isFolded = false } = {}): string {
  const path = `${folder}/live.db`;
  using db = closing(new Database(path));
  db.pragma('journal_mode = WAL');
  db.pragma('wal_autocheckpoint = 0');
  db.exec('CREATE TABLE t (k INTEGER PRIMARY KEY, v TEXT) STRICT');
  const add = db.prepare('INSERT INTO t (v) VALUES (?)');
  for (let count = 0; count < WRITES; count += 1) add.run('x'.repeat(500));
  // The log restarts and overwrites its checkpointed frames; the later ones remain behind its new end.
  if (isFolded) {
    db.pragma('wal_checkpoint(RESTART)');
    add.run('after');
  }
  const left = `${folder}/muster.db`;
  copyFileSync(path, left);
  copyFileSync(`${path}-wal`, `${left}-wal`);
  return left;
}

const rowsOf = (path: string): unknown => {
  using db = closing(new Database(path));
  return db.prepare('SELECT count(*) FROM t').pluck().get();
};

const flip = (path: string, at: number): void => {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
};

test('a flipped bit in the middle of the log is detected, and the log is kept: SQLite drops the rest silently', () => {
  using folder = aFolder();
  const store = crashed(folder.path);
  const size = readFileSync(`${store}-wal`).length;
  flip(`${store}-wal`, Math.floor(size / 2));

  const found = keepBrokenLog(store, Date.UTC(2026, 10, 22));

  expect(found?.keptAs).toBe(`${store}-wal.damaged-2026-11-22T00-00-00-000Z`);
  expect(found?.lostFrames).toBeGreaterThan(10);
  expect(rowsOf(store)).toBeLessThan(WRITES - 10);
  expect(existsSync(found?.keptAs ?? '')).toBe(true);
});

test('a flipped bit in the header of the log, after which SQLite reads nothing of it, is detected too', () => {
  using folder = aFolder();
  const store = crashed(folder.path);
  flip(`${store}-wal`, 26);

  expect(keepBrokenLog(store, 0)?.lostFrames).toBeGreaterThan(WRITES);
});

test.each([
  ['a whole log', () => undefined],
  ['a log whose last write was cut off', (log: string) => truncateSync(log, readFileSync(log).length - 700)],
  ['a log of nothing but its head', (log: string) => truncateSync(log, 32)],
  ['an empty log', (log: string) => truncateSync(log, 0)],
])('%s does not count as data loss', (_name, change) => {
  using folder = aFolder();
  const store = crashed(folder.path);
  change(`${store}-wal`);

  expect(keepBrokenLog(store, 0)).toBeUndefined();
  expect(readdirSync(folder.path).filter((name) => name.includes('damaged'))).toEqual([]);
});

test('frames left by an earlier run, behind a restarted log, do not count as data loss', () => {
  using folder = aFolder();
  const store = crashed(folder.path, { isFolded: true });

  expect(keepBrokenLog(store, 0)).toBeUndefined();
  expect(rowsOf(store)).toBe(WRITES + 1);
});
