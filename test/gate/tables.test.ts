import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { sharedTables, tablesWritten } from './tables.ts';

const service = resolve(import.meta.dirname, '..', '..', 'main', 'service');

function files(): Map<string, string> {
  const entries = readdirSync(service, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes(join('store', 'migrations')));
  return new Map(paths.map((path) => [relative(service, path), readFileSync(path, 'utf8')]));
}

test('every table is written by the SQL of one module', () => {
  expect([...files().values()].flatMap(tablesWritten).length).toBeGreaterThan(100);
  expect(sharedTables(files())).toEqual([]);
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
