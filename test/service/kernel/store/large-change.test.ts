import Database from 'better-sqlite3';
import { expect, test } from 'vitest';

import { Failure } from '../../../../main/service/kernel/failure.ts';
import { StoreThread } from '../../../../main/service/kernel/store/store-thread.ts';
import { Writer } from '../../../../main/service/kernel/store/writer.ts';
import { aFolder } from '../../../support/temp-folder.ts';

const INSERT = 'INSERT INTO t VALUES (?, ?)';

function aStore() {
  const folder = aFolder();
  const db = new Database(`${folder.path}/t.db`);
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE t (a INTEGER UNIQUE, b TEXT) STRICT');
  const writer = new Writer(db, new StoreThread(db));
  const insert = db.prepare(INSERT);
  const select = db.prepare('SELECT a FROM t ORDER BY a').pluck();
  return {
    writer,
    add: (a: number) => insert.run(a, null),
    rows: () => select.all(),
    texts: () => db.prepare('SELECT b FROM t ORDER BY a').pluck().all(),
    async [Symbol.asyncDispose]() {
      await writer.close();
      db.close();
      folder[Symbol.dispose]();
    },
  };
}

test('a change planned in parts is written completely, long texts and short ones', async () => {
  await using store = aStore();
  const long = 'x'.repeat(1_000);

  const answer = await store.writer.runLarge(function* plan(change) {
    for (let a = 0; a < 300; a += 1) {
      change.write(INSERT, a, a % 2 === 0 ? long : null);
      yield;
    }
    return 'done';
  });

  expect(answer).toBe('done');
  expect(store.rows()).toHaveLength(300);
  expect(store.texts().slice(0, 2)).toEqual([long, null]);
});

test('nothing of it is visible before it is on disk, and effects run after that', async () => {
  await using store = aStore();
  const seen: unknown[] = [];

  await store.writer.runLarge(function* plan(change) {
    change.write(INSERT, 1, null);
    seen.push(store.rows());
    change.afterCommit(() => seen.push(store.rows()));
    yield;
  });

  expect(seen).toEqual([[], [1]]);
});

test('one wrong statement leaves everything unchanged, without effects', async () => {
  await using store = aStore();
  const effects: string[] = [];

  const refused = store.writer.runLarge(function* plan(change) {
    change.write(INSERT, 1, null);
    change.write(INSERT, 1, null);
    change.afterCommit(() => effects.push('told'));
    yield;
  });

  await expect(refused).rejects.toThrow(/UNIQUE/);
  expect(store.rows()).toEqual([]);
  expect(effects).toEqual([]);
  await store.writer.run(() => store.add(5));
  expect(store.rows()).toEqual([5]);
});

test('a refusal and a throw while planning leave everything unchanged', async () => {
  await using store = aStore();

  const refused = await store.writer.runLarge(function* plan(change) {
    change.write(INSERT, 1, null);
    yield;
    return new Failure('CONFLICT', 'no');
  });
  const thrown = store.writer.runLarge(function* plan() {
    yield;
    throw new RangeError('broken');
  });

  expect(refused).toBeInstanceOf(Failure);
  await expect(thrown).rejects.toThrow('broken');
  expect(store.rows()).toEqual([]);
});

test('small writes wait for a large change and see its result; all are finished at the close', async () => {
  await using store = aStore();
  const order: string[] = [];

  const all = [
    store.writer.run(() => void store.add(1)).then(() => order.push('before')),
    store.writer
      .runLarge(function* plan(change) {
        order.push(`planned after ${store.rows().length}`);
        for (let a = 10; a < 20; a += 1) yield change.write(INSERT, a, null);
      })
      .then(() => order.push('large')),
    store.writer.run(() => store.rows().length).then((count) => order.push(`small sees ${count}`)),
  ];
  await store.writer.close();
  await Promise.all(all);

  expect(order).toEqual(['before', 'planned after 1', 'large', 'small sees 11']);
});
