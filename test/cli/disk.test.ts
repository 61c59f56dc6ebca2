import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { aFolder } from '../support/temp-folder.ts';
import { serve } from './a-command.ts';

const oneLine = /^muster: [^\n]+\n$/;

/** Mounts a small disk at `path`; undefined if that is not allowed. Unmounted when disposed. */
function aDisk(path: string, options: string): Disposable | undefined {
  mkdirSync(path);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'muster-test', path]);
  if (mounted.status !== 0) return undefined;
  return { [Symbol.dispose]: () => void spawnSync('umount', ['--lazy', path]) };
}

test('a data folder that is not writable causes one clear line and exit code 1', async ({ skip }) => {
  using folder = aFolder();
  const data = join(folder.path, 'data');
  // Root ignores permissions, so for root the disk itself must refuse.
  const isRoot = process.getuid?.() === 0;
  using disk = isRoot ? aDisk(data, 'ro,size=1m') : undefined;
  if (isRoot && disk === undefined) skip('a read-only disk cannot be mounted here');
  if (!isRoot) {
    if (process.platform === 'win32') skip('folders are not made read-only by mode on Windows');
    mkdirSync(data);
    chmodSync(data, 0o555);
  }
  await using station = serve(['--json', '--data', data, '--port', '0']);
  const { code, stdout, stderr } = await station.end();
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(oneLine);
  expect(stderr).toContain('cannot be written');
});

test('a disk that became read-only under a used data folder causes one clear line and exit code 1', async ({
  skip,
}) => {
  using folder = aFolder();
  const data = join(folder.path, 'data');
  using disk = aDisk(data, 'size=16m');
  if (disk === undefined) skip('a small disk can be mounted by root only');
  await using first = serve(['--json', '--data', data, '--port', '0']);
  await first.ready();
  await first.endBy('SIGTERM');
  spawnSync('mount', ['-o', 'remount,ro', data]);

  await using station = serve(['--json', '--data', data, '--port', '0']);
  const { code, stdout, stderr } = await station.end();

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(oneLine);
  expect(stderr).toContain('cannot be written');
});

test.for(['16k', '64k', '128k'])(
  'a disk with %s left at the start causes one clear line and exit code 1',
  async (left, { skip }) => {
    using folder = aFolder();
    const data = join(folder.path, 'data');
    using disk = aDisk(data, `size=${left}`);
    if (disk === undefined) skip('a small disk can be mounted by root only');
    await using station = serve(['--json', '--data', data, '--port', '0']);
    const { code, stdout, stderr } = await station.end();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(oneLine);
    expect(stderr).toContain('full');
  },
);
