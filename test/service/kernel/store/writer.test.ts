import Database from 'better-sqlite3';
import { fdatasync, statSync } from 'node:fs';
import { expect, test } from 'vitest';

import { Failure } from '../../../../main/service/kernel/failure.ts';
import { LogFlush } from '../../../../main/service/kernel/store/log/log-flush.ts';
import { StoreThread } from '../../../../main/service/kernel/store/store-thread.ts';
import { Writer } from '../../../../main/service/kernel/store/writer.ts';
import { closing } from '../../../support/closing.ts';
import { collectGarbage } from '../../../support/collect-garbage.ts';
import { aFolder } from '../../../support/temp-folder.ts';

function aStore(flush?: ConstructorParameters<typeof LogFlush>[1]) {
  const folder = aFolder();
  const path = `${folder.path}/t.db`;
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE t (a INTEGER UNIQUE) STRICT');
  const writer = new Writer(db, new StoreThread(db), new LogFlush(db, flush));
  const insert = db.prepare('INSERT INTO t VALUES (?)');
  return {
    db,
    path,
    writer,
    add: (a: number) => insert.run(a),
    /** What another connection sees: only committed writes. */
    rows: () => {
      using other = closing(new Database(path, { readonly: true }));
      return other.prepare('SELECT a FROM t ORDER BY a').pluck().all();
    },
    async [Symbol.asyncDispose]() {
      await writer.close();
      db.close();
      folder[Symbol.dispose]();
    },
  };
}

test('concurrent jobs share one transaction', async () => {
  await using store = aStore();
  const requested = [1, 2, 3, 4].map((a) => store.writer.run(() => store.add(a)));
  await Promise.all(requested);
  expect(store.writer.counts).toEqual({ commits: 1, works: 4 });
  expect(store.rows()).toEqual([1, 2, 3, 4]);
});

test('jobs count as queued until their transaction', async () => {
  await using store = aStore();
  const requested = [1, 2, 3].map((a) => store.writer.run(() => [store.add(a), store.writer.queued]));
  expect(store.writer.queued).toBe(3);
  const seen = (await Promise.all(requested)).map(([, queued]) => queued);
  expect([seen, store.writer.queued]).toEqual([[2, 1, 0], 0]);
});

test('finished jobs leave the queue even if it is never empty', async () => {
  const flushes: (() => void)[] = [];
  await using store = aStore((file, done) => flushes.push(() => fdatasync(file, done)));
  const add = (work: { readonly a: number }): WeakRef<object> => {
    void store.writer.run(() => store.add(work.a));
    return new WeakRef(work);
  };
  const first = add({ a: 0 });
  await expect.poll(() => flushes).toHaveLength(1);
  for (let a = 1; a <= 5; a += 1) {
    // Queued before the one that is being flushed is over: the queue is never empty.
    add({ a });
    flushes.shift()?.();
    await expect.poll(() => flushes).toHaveLength(1);
  }
  collectGarbage();
  expect(first.deref()).toBeUndefined();
  flushes.shift()?.();
});

test('an answer is returned only when another connection can see the write', async () => {
  await using store = aStore();
  const seen = await store.writer.run(() => store.add(1)).then(() => store.rows());
  expect(seen).toEqual([1]);
});

test('an answer waits until its writes were flushed', async () => {
  const flushes: (() => void)[] = [];
  await using store = aStore((file, done) => flushes.push(() => fdatasync(file, done)));
  const received: string[] = [];
  const requested = store.writer
    .run((afterCommit) => {
      afterCommit(() => received.push('announced'));
      return store.add(1);
    })
    .then(() => received.push('answered'));
  await expect.poll(() => flushes).toHaveLength(1);
  expect({ rows: store.rows(), received }).toEqual({ rows: [1], received: [] });
  flushes[0]?.();
  await requested;
  expect(received).toEqual(['announced', 'answered']);
});

const failing = (_file: number, done: (fault: Error) => void): void =>
  void setImmediate(() => done(new Error('EIO')));

test('writes missed by a flush are put on disk by a checkpoint, and then answered', async () => {
  await using store = aStore(failing);
  await store.writer.run(() => store.add(1));
  expect(statSync(`${store.path}-wal`).size).toBe(0);
  expect(store.rows()).toEqual([1]);
});

test('a write that cannot be put on disk is reported as unsure, and nothing more is written until it can', async () => {
  await using store = aStore(failing);
  const reader = closing(new Database(store.path, { readonly: true }));
  const received: string[] = [];
  {
    using other = reader;
    other.exec('BEGIN');
    other.prepare('SELECT count(*) FROM t').get();
    const unsure = store.writer.run((afterCommit) => {
      afterCommit(() => received.push('announced'));
      return store.add(1);
    });
    await expect(unsure).rejects.toThrow('did not confirm the change');
    const refused = store.writer.run(() => store.add(2));
    await expect(refused).rejects.toThrow('Nothing was saved');
  }
  await store.writer.run(() => store.add(3));
  // Its published writes are in the store, although the flush had failed.
  expect({ rows: store.rows(), received }).toEqual({ rows: [1, 3], received: ['announced'] });
});

test('a refusal rolls back its own writes and no other', async () => {
  await using store = aStore();
  const [first, refused, last] = await Promise.all([
    store.writer.run(() => store.add(1)),
    store.writer.run(() => {
      store.add(2);
      return new Failure('CONFLICT', 'no');
    }),
    store.writer.run(() => store.add(3)),
  ]);
  expect(refused).toBeInstanceOf(Failure);
  expect([first.changes, last.changes]).toEqual([1, 1]);
  expect(store.rows()).toEqual([1, 3]);
});

test('a throw rolls back its own writes, reaches its own caller, and affects no other', async () => {
  await using store = aStore();
  const results = await Promise.allSettled([
    store.writer.run(() => store.add(1)),
    store.writer.run(() => {
      store.add(2);
      throw new RangeError('mine');
    }),
    store.writer.run(() => store.add(1)),
    store.writer.run(() => store.add(4)),
  ]);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(results[1]).toMatchObject({ reason: { message: 'mine' } });
  expect(store.rows()).toEqual([1, 4]);
});

test('effects happen after the commit, in order, and not for what was rolled back', async () => {
  await using store = aStore();
  const received: unknown[] = [];
  await Promise.allSettled([
    store.writer.run((afterCommit) => {
      store.add(1);
      afterCommit(() => received.push(['first', store.rows()]));
    }),
    store.writer.run((afterCommit) => {
      afterCommit(() => received.push('undone'));
      throw new Error('no');
    }),
    store.writer.run((afterCommit) => {
      afterCommit(() => received.push('refused'));
      return new Failure('CONFLICT', 'no');
    }),
    store.writer.run((afterCommit) => {
      store.add(2);
      afterCommit(() => received.push('last'));
    }),
  ]);
  expect(received).toEqual([['first', [1, 2]], 'last']);
});

test('an asynchronous job is refused and writes nothing', async () => {
  await using store = aStore();
  const waiting = store.writer.run(() => Promise.resolve(store.add(1)));
  await expect(waiting).rejects.toThrow('cannot wait');
  expect(store.rows()).toEqual([]);
});

test('a full store refuses the whole group as full, and accepts writes again once there is room', async () => {
  await using store = aStore();
  store.db.exec('CREATE TABLE big (b BLOB) STRICT');
  const pages = store.db.pragma('page_count', { simple: true });
  store.db.pragma(`max_page_count = ${String(pages)}`);
  const fill = () => store.db.prepare('INSERT INTO big VALUES (zeroblob(100000))').run();
  const results = await Promise.allSettled([store.writer.run(() => store.add(1)), store.writer.run(fill)]);
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
  expect(results[0]).toMatchObject({ reason: { name: 'StorageError', code: 'STORAGE_FULL' } });
  expect(store.rows()).toEqual([]);

  store.db.pragma('max_page_count = 100000');
  await store.writer.run(() => store.add(2));
  expect(store.rows()).toEqual([2]);
});

test('a closing writer finishes pending jobs and refuses later ones', async () => {
  await using store = aStore();
  const requested = store.writer.run(() => store.add(1));
  const closed = store.writer.close();
  const late = store.writer.run(() => store.add(2));
  await expect(late).rejects.toMatchObject({ code: 'STATION_STOPPING' });
  await Promise.all([requested, closed]);
  expect(store.rows()).toEqual([1]);
});

test('the log restarts after a checkpoint, however much is written', async () => {
  await using store = aStore();
  store.db.exec('CREATE TABLE big (b BLOB) STRICT');
  const fill = store.db.prepare('INSERT INTO big VALUES (zeroblob(200000))');
  for (let round = 0; round < 800; round += 1) await store.writer.run(() => fill.run());
  // 160 MB were written. The thread checkpoints beside the writer, and the next write after it restarts the log.
  const size = async () => {
    for (let round = 0; round < 32; round += 1) await store.writer.run(() => fill.run());
    return statSync(`${store.path}-wal`).size;
  };
  await expect.poll(size).toBeLessThan(120_000_000);
});
