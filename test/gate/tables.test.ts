import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { foreignReads, ownersOf, sharedTables, tablesWritten } from './tables.ts';

const service = resolve(import.meta.dirname, '..', '..', 'main', 'service');
const schema = join(service, 'kernel', 'store', 'schema');

/** Files whose SQL reads tables of another module, and why the owner's methods are not enough. */
const FOREIGN_READS = {
  'access/cells/leftovers.ts: change, deleted_device, device, webhook':
    'counts in a closed file, without modules',
  'access/cells/split.ts: device, store_epoch': 'works on a closed file, without modules',
  'configuration/plan-store/plan-store.ts: stored_state':
    'reads planned settings one by one, past the cache of texts',
  'content/serving/store.ts: device': 'joins the id of each download',
  'devices/registry/store.ts: former_revision': 'the kernel writes it before any module is open',
  'kernel/store/epoch.ts: device': 'runs before any module is open',
  'kernel/store/inspect-copy.ts: device, device_report, enterprise':
    'reads a file that is not the open store',
  'statistics/now/store.ts: device, device_inventory, device_report, device_type':
    'counts thousands in one join',
  'statistics/roll-ups/missed.ts: device_event': 'reads raw events after a crash',
  'sync/records/link-store.ts: device, device_event, device_report': 'finds links that differ in one join',
} as const;

function files(): Map<string, string> {
  const entries = readdirSync(service, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(schema));
  return new Map(paths.map((path) => [relative(service, path), readFileSync(path, 'utf8')]));
}

test('every table is written by the SQL of one module', () => {
  expect([...files().values()].flatMap(tablesWritten).length).toBeGreaterThan(100);
  expect(sharedTables(files())).toEqual([]);
});

test('the schema has every table in the file of the module that writes it', () => {
  const owners = ownersOf(files());
  const misplaced = readdirSync(schema).flatMap((name) =>
    [...readFileSync(join(schema, name), 'utf8').matchAll(/^CREATE TABLE ([a-z_]+)/gm)]
      .map(([, table]) => `${name}: ${table ?? ''}, of ${owners.get(table ?? '') ?? 'nobody'}`)
      .filter((found) => !found.endsWith(`of ${name.replace('.ts', '')}`)),
  );
  expect(owners.size).toBeGreaterThan(60);
  expect(misplaced).toEqual([]);
});

test('a module reads the tables of another one through that module, with exceptions that state their reason', () => {
  expect(foreignReads(files())).toEqual(Object.keys(FOREIGN_READS));
});

test('a read of the table of another module is found', () => {
  const planted = new Map([...files(), ['network/planted.ts', 'SELECT id FROM device JOIN webhook']]);
  expect(foreignReads(planted)).toContain('network/planted.ts: device, webhook');
});

test('a table that a second module writes is found', () => {
  const planted = new Map([...files(), ['sync/planted.ts', 'DELETE FROM device_group WHERE key = ?']]);
  const [found] = sharedTables(planted);
  expect(found).toContain('device_group: ');
  expect(found).toContain('sync');
});

test.each([
  ['INSERT OR REPLACE INTO one (id) VALUES (1)', 'one'],
  ['UPDATE two SET id = 1', 'two'],
  ['DELETE FROM three', 'three'],
])('a write is detected in %s', (sql, table) => {
  expect(tablesWritten(sql)).toEqual([table]);
});
