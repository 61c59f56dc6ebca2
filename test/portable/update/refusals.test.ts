// What “muster update” refuses: a clear sentence each, and the copy stays as it was.
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { aSmallDisk } from '../../support/a-small-disk.ts';
import { aFolder } from '../../support/temp-folder.ts';
import {
  copyObstacle,
  runCopy,
  signFolder,
  versionOf,
  versionsIn,
  writeLightCopy,
  writeRelease,
} from './light-copy.ts';

const folder = aFolder();
afterAll(() => folder[Symbol.dispose]());
const copy = join(folder.path, 'muster');
const stick = join(folder.path, 'stick');
const ARCHIVE = 'muster-1.1.0-linux-x64.tar.gz';
const LIST = 'latest-portable-linux-x64.yml';

beforeAll(async () => {
  if (copyObstacle !== undefined) return;
  writeLightCopy(copy, '1.0.0');
  await writeRelease(stick, '1.1.0');
});

/** A stick of its own for a test, with something wrong. */
function aStick(name: string, spoil: (path: string) => void): string {
  const path = join(folder.path, name);
  cpSync(stick, path, { recursive: true });
  spoil(path);
  return path;
}

const edit = (file: string, change: (text: string) => string): void =>
  writeFileSync(file, change(readFileSync(file, 'utf8')));

/** Signs a changed list, so that only the change is wrong. */
function resign(path: string, change: (text: string) => string, at?: number): void {
  edit(join(path, LIST), change);
  signFolder(path, undefined, at);
}

test.for<[what: string, spoil: (path: string) => void, says: string]>([
  [
    'signed by another key',
    (path) => signFolder(path, generateKeyPairSync('ed25519')),
    'Version 1.1.0 is not signed by the publisher of Muster. Nothing was changed.',
  ],
  [
    'whose list was changed after it was signed',
    (path) => edit(join(path, LIST), (text) => text.replace(/size: .*/, 'size: 1')),
    'Version 1.1.0 is not signed by the publisher of Muster. Nothing was changed.',
  ],
  ['without a signature', (path) => rmSync(join(path, `${LIST}.sig`)), 'The source could not be read.'],
  [
    'signed too long ago',
    (path) => signFolder(path, undefined, Date.now() - 181 * 86_400_000),
    'The list of releases is too old to be trusted.',
  ],
  [
    'that is older',
    (path) => resign(path, (text) => text.replaceAll('1.1.0', '0.9.0')),
    'Version 0.9.0 is older than this one, 1.0.0. Nothing was changed.',
  ],
  [
    'whose archive is truncated',
    (path) => writeFileSync(join(path, ARCHIVE), readFileSync(join(path, ARCHIVE)).subarray(0, 100_000)),
    'The archive of 1.1.0 is damaged or incomplete. Download or copy it again; nothing was changed.',
  ],
  [
    'whose archive is missing',
    (path) => rmSync(join(path, ARCHIVE)),
    'The archive of 1.1.0 could not be read.',
  ],
  [
    'for another system',
    (path) => {
      cpSync(join(path, LIST), join(path, 'latest-portable-win-x64.yml'));
      rmSync(join(path, LIST));
    },
    'The source has no version for this system.',
  ],
  [
    'whose list names the archive of another system',
    (path) => resign(path, (text) => text.replace('linux-x64', 'linux-arm64')),
    'The source has no version for this system.',
  ],
  ['that is an empty folder', (path) => rmSync(path, { recursive: true }), 'The source could not be read.'],
])('a release %s is refused, and nothing changes', ([what, spoil, says], { skip }) => {
  if (copyObstacle !== undefined) skip(copyObstacle);
  const path = aStick(what, spoil);
  const { status, stderr } = runCopy(copy, ['update', path]);
  expect([status, stderr]).toEqual([1, expect.stringContaining(`muster: ${says}`)]);
  expect(versionsIn(copy)).toEqual([]);
});

test('an archive for another system that a person names is refused, also beside one for this system', ({
  skip,
}) => {
  if (copyObstacle !== undefined) skip(copyObstacle);
  const path = aStick('two', (folder) => writeFileSync(join(folder, 'muster-1.1.0-win-x64.zip'), ''));
  const { status, stderr } = runCopy(copy, ['update', join(path, 'muster-1.1.0-win-x64.zip')]);
  expect([status, stderr]).toEqual([1, expect.stringContaining('no version for this system')]);
});

test('without a source, or with two, the command says how it is used', ({ skip }) => {
  if (copyObstacle !== undefined) skip(copyObstacle);
  for (const words of [[], ['a', 'b'], ['--now']])
    expect(runCopy(copy, ['update', ...words])).toMatchObject({
      status: 2,
      stderr: 'muster: update needs one source. See muster update --help.\n',
    });
});

test('a copy without a release key, and the sources, say that they cannot update themselves', ({ skip }) => {
  if (copyObstacle !== undefined) skip(copyObstacle);
  const keyless = join(folder.path, 'keyless');
  cpSync(copy, keyless, { recursive: true });
  rmSync(join(keyless, 'app', 'release-key.pem'));
  const { status, stderr } = runCopy(keyless, ['update', stick]);
  expect([status, stderr]).toEqual([1, expect.stringContaining('Unpack new versions by hand')]);
});

test('on a full disk and in a folder that cannot be written it says so, and the copy still starts', ({
  skip,
}) => {
  if (copyObstacle !== undefined) skip(copyObstacle);
  const mounted = aSmallDisk(12);
  if (typeof mounted === 'string') return skip(mounted);
  using disk = mounted;
  const small = join(disk.path, 'muster');
  cpSync(copy, small, { recursive: true });
  const full = runCopy(small, ['update', stick]);
  expect([full.status, full.stderr]).toEqual([
    1,
    'muster: The disk is full. Free some space, then try again; nothing was changed.\n',
  ]);
  expect([versionOf(small), versionsIn(small)]).toEqual(['1.0.0', []]);
  execFileSync('mount', ['-o', 'remount,ro', disk.path]);
  const refused = runCopy(small, ['update', stick]);
  expect([refused.status, refused.stderr]).toEqual([
    1,
    'muster: The folder of Muster cannot be written. Copy it to a disk of this computer, and update it there.\n',
  ]);
  expect(versionOf(small)).toBe('1.0.0');
});
