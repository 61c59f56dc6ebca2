import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { parseServeFlags } from '../../main/cli/serve/serve-flags.ts';
import { aStation } from '../support/a-station.ts';
import { aQuickFolder } from '../support/temp-folder.ts';

const cell = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['main/cli/cell.ts', ...args], { encoding: 'utf8' });

test('cell flags are accepted for a central only, and errors in them are reported', () => {
  const central = ['--role', 'central'];
  expect(
    parseServeFlags([...central, '--cell', 'c07', '--check', 'later', '--backups', 'off'], {}),
  ).toMatchObject({
    kind: 'serve',
    options: { cell: { name: 'c07', checksLater: true, makesBackups: false } },
  });
  expect(parseServeFlags(central, {})).toMatchObject({ kind: 'serve', options: { cell: undefined } });
  for (const wrong of [
    ['--cell', 'c07'],
    ['--check', 'later'],
    ['--backups', 'off'],
    [...central, '--cell', 'C-07'],
    [...central, '--check', 'never'],
    [...central, '--backups', 'on'],
  ])
    expect(parseServeFlags(wrong, {})).toMatchObject({ kind: 'usage' });
});

test('cell split copies a stopped cell if there is no clone, then splits it; a running one is refused', async () => {
  using folder = aQuickFolder();
  const [from, to] = [join(folder.path, 'c07'), join(folder.path, 'c08')];
  const central = await aStation({
    role: 'central',
    cell: { name: 'c07', checksLater: false, makesBackups: false },
    dataFolder: from,
  });
  const { id } = await central.enterprise('Hill School');
  const args = ['split', '--from', from, '--to', to, '--new-cell', 'c08', '--organisation', id];
  const refused = cell(...args);
  expect([refused.status, refused.stderr]).toEqual([
    1,
    'muster: Another Muster is using this data folder.\n',
  ]);
  await central[Symbol.asyncDispose]();
  const done = cell(...args);
  expect([done.status, done.stdout]).toEqual([0, `c07 is split: c08 has ${id} with 0 devices.\n`]);
  expect(existsSync(join(to, 'muster.db'))).toBe(true);
  const again = cell(...args);
  expect(again.status).toBe(0);
});

test('cell went-back gives restored files a new history', async () => {
  using folder = aQuickFolder();
  const start = () =>
    aStation({
      role: 'central',
      cell: { name: 'c07', checksLater: false, makesBackups: false },
      dataFolder: join(folder.path, 'c07'),
    });
  const epochOf = async (): Promise<string | null> => {
    await using central = await start();
    return (await central.send('GET', '/station')).headers.get('muster-epoch');
  };
  const first = await epochOf();
  expect(await epochOf()).toBe(first);
  const reported = cell('went-back', '--data', join(folder.path, 'c07'));
  expect(reported.status).toBe(0);
  expect(await epochOf()).not.toBe(first);
});

test('errors in the arguments of a command are reported', () => {
  expect(cell('split', '--from', 'a')).toMatchObject({
    status: 2,
    stderr: 'muster: --to is needed. See --help.\n',
  });
  expect(cell('fly').status).toBe(2);
  expect(cell('--help').stdout).toContain('went-back');
});
