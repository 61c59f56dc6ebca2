import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { parseServeFlags } from '../../main/cli/serve/serve-flags.ts';
import { aStation } from '../support/a-station.ts';
import { aQuickFolder } from '../support/temp-folder.ts';

/** A user without rights, on every Linux. */
const NOBODY = 65_534;

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
    [...central, '--cell', 'moving'],
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
  const unknown = cell(...args.slice(0, -1), 'c07-nobody');
  expect([unknown.status, unknown.stderr]).toEqual([1, 'muster: The cell has no organisation c07-nobody.\n']);
  // What it had copied is not left for a later split, when the cell has run on.
  expect(existsSync(to)).toBe(false);
  const done = cell(...args);
  expect([done.status, done.stdout]).toEqual([0, `c07 is split: c08 has ${id} with 0 devices.\n`]);
  expect(existsSync(join(to, 'muster.db'))).toBe(true);
  const again = cell(...args);
  expect(again.status).toBe(0);
});

test.skipIf(process.geteuid?.() !== 0)(
  'a split by root leaves all files to the user of the cell',
  async () => {
    using folder = aQuickFolder();
    chmodSync(folder.path, 0o755);
    const [from, to] = [join(folder.path, 'c07'), join(folder.path, 'c08')];
    const central = await aStation({
      role: 'central',
      cell: { name: 'c07', checksLater: false, makesBackups: false },
      dataFolder: from,
    });
    const { id } = await central.enterprise('Hill School');
    await central[Symbol.asyncDispose]();
    spawnSync('chown', ['-R', `${String(NOBODY)}:${String(NOBODY)}`, from]);
    const done = cell('split', '--from', from, '--to', to, '--new-cell', 'c08', '--organisation', id);
    expect([done.status, done.stderr]).toMatchObject([0, expect.not.stringContaining('Error')]);
    const files = [from, to].flatMap((each) => [each, ...readdirSync(each).map((name) => join(each, name))]);
    expect(files.some((name) => name.endsWith('store-place.json'))).toBe(true);
    expect(files.filter((file) => statSync(file).uid !== NOBODY)).toEqual([]);
  },
);

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
  using folder = aQuickFolder();
  const organisation = ['--organisation', 'c07-school'];
  const split = ['split', '--from', folder.path, '--to', join(folder.path, 'new'), ...organisation];
  for (const wrong of [
    [...split, '--new-cell', 'C08'],
    // Proxies know it as an organisation without a cell.
    [...split, '--new-cell', 'moving'],
    // No data folders: most likely the folder above was meant.
    [...split, '--new-cell', 'c08'],
    ['went-back', '--data', folder.path],
    ['went-back', '--data', join(folder.path, 'none')],
  ]) {
    const { status, stderr } = cell(...wrong);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^muster: --\S+ needs .+\n$/)]);
  }
  expect(readdirSync(folder.path)).toEqual([]);
  const map = join(folder.path, 'none', 'moved.map');
  expect(cell('route', '--map', map, ...organisation, '--to', 'c08')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^muster: The map .+ cannot be written: .+\n$/) as string,
  });
  const socket = join(folder.path, 'admin.sock');
  const known = ['route', '--map', join(folder.path, 'moved.map'), ...organisation, '--to', 'moving'];
  expect(cell(...known, '--haproxy', socket)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^muster: HAProxy does not answer at .+\n$/) as string,
  });
  expect(cell('--help').stdout).toContain('went-back');
});
