import Database from 'better-sqlite3';
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

import {
  migrate,
  type Migration,
  StoreFromFutureError,
  storeVersion,
} from '../../../../main/service/kernel/store/migrate.ts';
import { migrations } from '../../../../main/service/kernel/store/migrations/index.ts';
import { openStore } from '../../../../main/service/kernel/data-folder/open-store.ts';
import { closing } from '../../../support/closing.ts';
import { aFolder } from '../../../support/temp-folder.ts';

const steps: Migration[] = [
  { id: 10, name: 'a', sql: 'CREATE TABLE a (x INTEGER) STRICT' },
  { id: 20, name: 'b', sql: 'CREATE TABLE b (x INTEGER) STRICT; INSERT INTO missing VALUES (1)' },
];
const tables = (db: Database.Database) =>
  db.prepare('SELECT name FROM sqlite_schema ORDER BY name').pluck().all();
const schemaOf = (db: Database.Database) =>
  db.prepare("SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name").all();

test('a failing step leaves a used store at the step before it, and a new one empty', () => {
  using used = closing(new Database(':memory:'));
  migrate(used, steps.slice(0, 1));
  using fresh = closing(new Database(':memory:'));
  for (const db of [used, fresh]) expect(() => migrate(db, steps)).toThrow('missing');
  expect([tables(used), storeVersion(used)]).toEqual([['a'], 10]);
  expect([tables(fresh), storeVersion(fresh)]).toEqual([[], 0]);
});

test('running twice changes nothing', () => {
  using db = closing(new Database(':memory:'));
  migrate(db, steps.slice(0, 1));
  migrate(db, steps.slice(0, 1));
  expect(storeVersion(db)).toBe(10);
});

test('a store from a newer station is refused unchanged', () => {
  using folder = aFolder();
  using db = closing(openStore(folder.path));
  db.pragma('user_version = 99990');
  db.close();
  expect(() => openStore(folder.path)).toThrow(StoreFromFutureError);
  expect(readdirSync(folder.path)).toContain('muster.db');
});

test('the ids of the steps rise by ten or more and never repeat', () => {
  const ids = migrations.map((migration) => migration.id);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => id >= 10)).toBe(true);
});

/** The next release, as its code would have it: a column that every present row gets a value for. */
const next: Migration = {
  id: (migrations.at(-1)?.id ?? 0) + 10,
  name: 'names of routers',
  sql: `
ALTER TABLE router ADD COLUMN name TEXT NOT NULL DEFAULT '';
UPDATE router SET name = upper(label);
CREATE INDEX router_by_name ON router (name);`,
};
const later = [...migrations, next];

describe.each(migrations.map((migration, index) => ({ from: migration.id, index })))(
  'a store at step $from',
  ({ index }) => {
    test('opens with the code of the next release, in the same schema as a new one, after a copy was kept', () => {
      using folder = aFolder();
      openStore(folder.path, migrations.slice(0, index + 1)).close();
      using opened = closing(openStore(folder.path, later));
      using fresh = closing(new Database(':memory:'));
      migrate(fresh, later);
      expect(schemaOf(opened)).toEqual(schemaOf(fresh));
      expect(readdirSync(`${folder.path}/backups`)).toHaveLength(1);
    });
  },
);

test('a step changes the rows that are there', () => {
  using folder = aFolder();
  const past = openStore(folder.path);
  past.exec(`
    INSERT INTO enterprise (id, name, is_own, created_at_ms) VALUES ('school', 'School', 1, 1);
    INSERT INTO router (enterprise_id, id, position, kind, label, is_enabled, allows_other_networks)
    VALUES ('school', 'hall', 0, 'csv', 'Hall', 1, 0);`);
  past.close();
  using db = closing(openStore(folder.path, later));
  expect(db.prepare('SELECT id, name FROM router').all()).toEqual([{ id: 'hall', name: 'HALL' }]);
  expect(storeVersion(db)).toBe(next.id);
});

test('a copy is kept before the schema of a used store changes', () => {
  using folder = aFolder();
  openStore(folder.path, steps.slice(0, 1)).close();
  openStore(folder.path, [
    ...steps.slice(0, 1),
    { id: 20, name: 'c', sql: 'CREATE TABLE c (x INTEGER) STRICT' },
  ]).close();
  const copies = readdirSync(`${folder.path}/backups`);
  expect(copies).toHaveLength(1);
  using copy = closing(new Database(`${folder.path}/backups/${copies[0]}`, { readonly: true }));
  expect(tables(copy)).toEqual(['a']);
});

test('every table is STRICT and foreign keys are enforced', () => {
  using folder = aFolder();
  using db = closing(openStore(folder.path));
  const loose = db
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0 AND name NOT LIKE 'sqlite_%'",
    )
    .all();
  expect(loose).toEqual([]);
  expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
  expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(db.pragma('synchronous', { simple: true })).toBe(2);
});
