import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { startService } from '../../../../main/service/index.ts';
import { defaults } from '../../../support/a-station.ts';
import { aFolder } from '../../../support/temp-folder.ts';

/** Mounts a disk at `path` with room for this many files; undefined if that is not allowed. Unmounted when disposed. */
function aDiskOf(path: string, files: number): Disposable | undefined {
  mkdirSync(path);
  const mounted = spawnSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=8m,nr_inodes=${files + 1}`,
    'muster-test',
    path,
  ]);
  if (mounted.status !== 0) return undefined;
  return { [Symbol.dispose]: () => void spawnSync('umount', ['--lazy', path]) };
}

test.for([0, 1, 2, 3])(
  'a disk that can hold only %i more files counts as full, though it has space',
  async (files, { skip }) => {
    using folder = aFolder();
    const data = join(folder.path, 'data');
    using disk = aDiskOf(data, files);
    if (disk === undefined) skip('a small disk can be mounted by root only');

    const refusal: unknown = await startService(defaults(data)).then(
      (service) => service.stop(),
      (error: unknown) => error,
    );

    expect(String(refusal)).toContain('is full');
  },
);
