import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { list } from 'tar';
import { expect, test } from 'vitest';

import { pack } from '../../main/cli/build/portable/pack.ts';
import { aFolder } from '../support/temp-folder.ts';

/** Writes the same small copy, with times and an order of its own. */
function someFiles(folder: string, seconds: number, names: readonly string[]): string {
  const top = join(folder, 'copy');
  mkdirSync(join(top, 'app'), { recursive: true });
  for (const name of names) {
    writeFileSync(join(top, name), `the content of ${name}`);
    utimesSync(join(top, name), seconds, seconds);
    chmodSync(join(top, name), name.endsWith('node') ? 0o755 : 0o644);
  }
  return top;
}

const NAMES = ['muster', 'app/node', 'app/é.txt', 'LICENCES.txt'];
const digest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

test.for(['tar.gz', 'zip'] as const)(
  'the same files give the same %s, whenever and in whatever order they were written',
  async (form) => {
    using left = aFolder();
    using right = aFolder();
    await pack(someFiles(left.path, 1_000_000_000, NAMES), join(left.path, 'archive'), form);
    await pack(someFiles(right.path, 1_700_000_000, NAMES.toReversed()), join(right.path, 'archive'), form);
    expect(digest(join(left.path, 'archive'))).toBe(digest(join(right.path, 'archive')));
  },
);

test('an archive has one folder with every file, and programs stay programs', async () => {
  using folder = aFolder();
  const archive = join(folder.path, 'copy.tar.gz');
  await pack(someFiles(folder.path, 1_000_000_000, NAMES), archive, 'tar.gz');
  const entries: [string, string][] = [];
  await list({
    file: archive,
    onReadEntry: ({ path, mode = 0 }) => void entries.push([path, mode.toString(8)]),
  });
  expect(entries).toEqual([
    ['copy/LICENCES.txt', '644'],
    ['copy/app/node', '755'],
    ['copy/app/é.txt', '644'],
    ['copy/muster', '644'],
  ]);
});
