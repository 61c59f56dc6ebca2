import Database from 'better-sqlite3';
import { expect, test } from 'vitest';

import { prepareWhenUsed } from '../../../../main/service/kernel/store/statements.ts';
import { closing } from '../../../support/closing.ts';

test('a statement is prepared when it is first used, once, and answers as any other', () => {
  using db = closing(new Database(':memory:'));
  let prepared = 0;
  const prepare = db.prepare.bind(db);
  db.prepare = ((source: string) => {
    prepared += 1;
    return prepare(source);
  }) as Database.Database['prepare'];
  prepareWhenUsed(db);

  // Tables that are made later are no hindrance.
  const add = db.prepare('INSERT INTO cart (id, label) VALUES (?, ?)');
  const find = db.prepare('SELECT id, label FROM cart WHERE id = @id');
  const ids = db.prepare('SELECT id FROM cart ORDER BY id').pluck();
  const rows = db.prepare('SELECT id, label FROM cart ORDER BY id').raw();
  expect(prepared).toBe(0);
  db.exec('CREATE TABLE cart (id INTEGER PRIMARY KEY, label TEXT) STRICT');

  expect(add.run(1, 'one')).toEqual({ changes: 1, lastInsertRowid: 1 });
  expect(add.run(2, 'two')).toEqual({ changes: 1, lastInsertRowid: 2 });
  expect(find.get({ id: 2 })).toEqual({ id: 2, label: 'two' });
  expect(find.get({ id: 3 })).toBeUndefined();
  expect(ids.all()).toEqual([1, 2]);
  expect(ids.pluck(false).all()).toEqual([{ id: 1 }, { id: 2 }]);
  expect([...rows.iterate()]).toEqual([
    [1, 'one'],
    [2, 'two'],
  ]);
  expect(prepared).toBe(4);
});

test('what SQLite does not understand is refused at the first use and at every later one', () => {
  using db = closing(new Database(':memory:'));
  prepareWhenUsed(db);
  const wrong = db.prepare('SELECT id FROM nowhere');

  expect(() => wrong.all()).toThrow('no such table: nowhere');
  expect(() => wrong.all()).toThrow('no such table: nowhere');
});
