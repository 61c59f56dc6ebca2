import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Why such a file system cannot be created here; undefined if it can. */
export function btrfsObstacle(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root of Linux mounts file systems';
  return spawnSync('mkfs.btrfs', ['--version']).error === undefined
    ? undefined
    : 'mkfs.btrfs is not installed: as root on Debian `npm run test:long` installs it';
}

/** A file system with snapshots, mounted in `folder`. */
export function aBtrfs(folder: string, gigabytes: number): Disposable & { readonly path: string } {
  const [image, path] = [join(folder, 'disk.img'), join(folder, 'disk')];
  execFileSync('truncate', ['-s', `${String(gigabytes)}G`, image]);
  execFileSync('mkfs.btrfs', ['-q', image]);
  execFileSync('mkdir', [path]);
  execFileSync('mount', ['-o', 'loop', image, path]);
  return { path, [Symbol.dispose]: () => void spawnSync('umount', ['-l', path]) };
}
