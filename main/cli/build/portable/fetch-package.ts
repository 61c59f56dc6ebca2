import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** An npm package, exactly: its archive must have this digest. */
export type PinnedPackage = {
  readonly package: string;
  readonly version: string;
  readonly integrity: string;
};

/** A package cannot be fetched or is not what was pinned; the message says what to do. */
export class PackageError extends Error {
  override readonly name = 'PackageError';
}

/**
 * Returns the archive of a package in `folder`. What is not there is downloaded with `npm pack`, from where npm is
 * configured to; nothing in the package runs. @throws {PackageError}
 */
export function fetchPackage(pinned: PinnedPackage, folder: string): string {
  const name = `${pinned.package}-${pinned.version}.tgz`;
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true });
  if (existsSync(file)) {
    requireIntegrity(file, pinned);
    return file;
  }
  const arriving = join(folder, `arriving-${process.pid}`);
  try {
    mkdirSync(arriving, { recursive: true });
    const args = [
      'pack',
      `${pinned.package}@${pinned.version}`,
      '--ignore-scripts',
      '--pack-destination',
      arriving,
    ];
    // On Windows npm is a script, which needs a shell; nothing in these words comes from outside.
    const npm = spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' });
    const downloaded = join(arriving, name);
    if (npm.status !== 0 || !existsSync(downloaded)) {
      throw new PackageError(
        `npm cannot download ${pinned.package}@${pinned.version} (${reasonOf(npm)}). Check the network and the registry that npm uses, or put the file ${name} into a folder and give that with --packages.`,
      );
    }
    requireIntegrity(downloaded, pinned);
    renameSync(downloaded, file);
    return file;
  } finally {
    rmSync(arriving, { recursive: true, force: true });
  }
}

/** @throws {PackageError} if the archive is not the pinned one, for example because it is truncated. */
function requireIntegrity(file: string, pinned: PinnedPackage): void {
  const digest = createHash('sha512').update(readFileSync(file)).digest('base64');
  if (`sha512-${digest}` === pinned.integrity) return;
  throw new PackageError(
    `${file} is not ${pinned.package}@${pinned.version}: its digest differs from the one in package-lock.json. It is damaged, truncated or another version: delete it and start again.`,
  );
}

function reasonOf({ error, stderr, status }: ReturnType<typeof spawnSync>): string {
  if (error !== undefined) return error.message;
  const code = /npm (?:error|ERR!) code (\S+)/.exec(String(stderr))?.[1];
  return code ?? `exit code ${String(status)}`;
}
