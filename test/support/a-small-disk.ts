import { execFileSync } from 'node:child_process';
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { aFolder } from './temp-folder.ts';

/** A small disk, or why none can be created. */
export function aSmallDisk(megabytes: number): (Disposable & { readonly path: string }) | string {
  const folder = aFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder.path], {
      stdio: 'pipe',
    });
  } catch (error) {
    folder[Symbol.dispose]();
    return `needs the right to mount a small disk: ${String(error).split('\n')[0]}`;
  }
  return {
    path: folder.path,
    [Symbol.dispose]: () => {
      execFileSync('umount', [folder.path]);
      folder[Symbol.dispose]();
    },
  };
}

/** A small disk whose file system can fail, as with a failing drive. */
type FailingDisk = Disposable & {
  readonly path: string;
  /** Makes it read-only at once, also for files that are open for writing. */
  fail(): void;
};

/** A small disk that can fail, or why there can be none. */
export function aFailingDisk(megabytes: number): FailingDisk | string {
  const folder = aFolder();
  const place = aFolder();
  const image = join(folder.path, 'disk.img');
  const run = (command: string, ...args: string[]): void =>
    void execFileSync(command, args, { stdio: 'pipe' });
  try {
    writeFileSync(image, '');
    truncateSync(image, megabytes * 1024 * 1024);
    run('mkfs.ext4', '-q', image);
    run('mount', '-o', 'loop', image, place.path);
  } catch (error) {
    folder[Symbol.dispose]();
    place[Symbol.dispose]();
    return `needs the right to mount a disk image: ${String(error).split('\n')[0]}`;
  }
  rmSync(join(place.path, 'lost+found'), { recursive: true });
  return {
    path: place.path,
    fail: () => run('mount', '-o', 'remount,abort', place.path),
    [Symbol.dispose]: () => {
      run('umount', place.path);
      place[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}
