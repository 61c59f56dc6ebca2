import { execFileSync } from 'node:child_process';

import { aFolder } from './temp-folder.ts';

/** A small disk, or why there can be none. */
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
