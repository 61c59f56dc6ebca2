import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { LogFile } from '../../../../main/service/kernel/logging/log-file.ts';
import { aFolder } from '../../../support/temp-folder.ts';

test('the log is rotated when it is full, into at most five files', () => {
  using folder = aFolder();
  const log = new LogFile(folder.path, 1_000);
  for (let index = 0; index < 1_000; index += 1) log.write(`line ${index} ${'x'.repeat(40)}\n`);
  const files = readdirSync(join(folder.path, 'logs'));
  expect(files.length).toBeLessThanOrEqual(5);
  for (const file of files) expect(statSync(join(folder.path, 'logs', file)).size).toBeLessThan(1_100);
  expect(log.tail(3).map((line) => line.split(' ')[1])).toEqual(['997', '998', '999']);
});

test('another start continues the same file', () => {
  using folder = aFolder();
  new LogFile(folder.path).write('one\n');
  const second = new LogFile(folder.path);
  second.write('two\n');
  expect(second.tail(10)).toEqual(['one', 'two']);
});

test('a log that cannot be written is skipped, and continues once it can be', () => {
  using folder = aFolder();
  writeFileSync(join(folder.path, 'logs'), 'in the way');
  const log = new LogFile(folder.path);
  log.write('lost\n');
  rmSync(join(folder.path, 'logs'));
  mkdirSync(join(folder.path, 'logs'));
  log.write('kept\n');
  expect(log.tail(10)).toEqual(['kept']);
});

test('a closed log accepts no further lines, and creates no folder', () => {
  using folder = aFolder();
  const log = new LogFile(folder.path);
  log.write('one\n');
  log.end();
  rmSync(join(folder.path, 'logs'), { recursive: true });
  log.write('late\n');
  expect(readdirSync(folder.path)).toEqual([]);
});
