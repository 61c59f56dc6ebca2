import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { UpdateError } from '../../../updates/updates.ts';

/** What a list of releases says about its newest one. */
export type Release = {
  readonly version: string;
  /** The name of its archive, beside the list. */
  readonly name: string;
  readonly sha512: string;
};

/** Returns the name of the target of this computer, as in the names of archives. */
export function ownTarget(): string {
  const { platform, arch } = process;
  return `${platform === 'win32' ? 'win' : platform}-${arch}`;
}

/** Returns the name of the list of releases for a target. */
export function listName(target: string): string {
  return `latest-portable-${target}.yml`;
}

/** Reads a list of releases, which is verified by its caller. @throws {UpdateError} */
export function readList(list: string, target: string): Release {
  const valueOf = (name: string): string => new RegExp(`^[ -]*${name}: (\\S+)$`, 'm').exec(list)?.[1] ?? '';
  const release = { version: valueOf('version'), name: valueOf('url'), sha512: valueOf('sha512') };
  if (!/^\d+\.\d+\.\d+$/.test(release.version)) throw new UpdateError('FEED_UNREACHABLE');
  const archives = ['tar.gz', 'zip'].map((form) => `muster-${release.version}-${target}.${form}`);
  if (!archives.includes(release.name)) throw new UpdateError('TARGET_WRONG');
  return release;
}

/** Returns a negative number if the version `left` is older than `right`, and 0 if they are equal. */
export function compareVersions(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true });
}

/**
 * Returns the folder with the release that a person named: the archive, its folder, or the folder above, such as a USB
 * stick. @throws {UpdateError} if there is none for this target.
 */
export function releaseFolder(path: string, target: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new UpdateError('FEED_UNREACHABLE');
  const archive = /[\\/]muster-[\d.]+-([\w-]+)\.(?:tar\.gz|zip)$/.exec(path);
  if (found.isFile() && archive !== null && archive[1] !== target) throw new UpdateError('TARGET_WRONG');
  const folders = found.isFile() ? [dirname(path)] : [path, ...foldersIn(path)];
  const folder = folders.find((each) => existsSync(join(each, listName(target))));
  if (folder !== undefined) return folder;
  const isForOthers = folders.some((each) =>
    namesIn(each).some((name) => name.startsWith('latest-portable-')),
  );
  throw new UpdateError(isForOthers ? 'TARGET_WRONG' : 'FEED_UNREACHABLE');
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder of the system on the stick.
    return [];
  }
}
