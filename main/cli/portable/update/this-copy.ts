import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { UpdateParts } from '../../../updates/updates.ts';
import { programFolder, version } from '../../product.ts';
import { CopyFolder } from './copy-folder.ts';
import { PortableUpdater } from './portable-updater.ts';
import { listName, ownTarget, releaseFolder } from './release-list.ts';

/** A file in the program's folder of a Debian package, which dpkg alone may change. */
const PACKAGE_FILE = join(programFolder, 'debian-package');
const KEY_FILE = join(programFolder, 'release-key.pem');

/** Returns the copy that this program is; undefined if it runs from the sources or from a package of the system. */
export function thisCopy(): CopyFolder | undefined {
  const isCopy = existsSync(join(programFolder, 'start.cjs')) && !isPackage();
  return isCopy ? new CopyFolder(programFolder) : undefined;
}

/** Returns true if the package manager of the system installed this program. */
export function isPackage(): boolean {
  return existsSync(PACKAGE_FILE);
}

/** Returns how this copy is updated. `install`: replaces the stopped station with a version. */
export function updateParts(copy: CopyFolder, install: (version: string) => Promise<void>): UpdateParts {
  const target = ownTarget();
  const updater = new PortableUpdater({ copy, version, target, install });
  const note = copy.note();
  return {
    load: () => Promise.resolve(updater),
    publicKey: () => (existsSync(KEY_FILE) ? readFileSync(KEY_FILE, 'utf8') : undefined),
    manifest: listName(target),
    folderOf: (path) => releaseFolder(path, target),
    failed:
      note?.step === 'undoing' || note?.step === 'failed'
        ? { version: note.version, problem: 'NOT_READY' }
        : undefined,
  };
}
