import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that Muster makes in a data folder: closed, nobody else reaches what is in them. */
const FOLDERS = new Set(['backups', 'copies', 'library', 'logs']);
const FILES = /^(muster\.|kept-muster\.|station\.|lan\.key|master\.key|keys\.)/;
const OTHERS = 0o077;

/**
 * Takes from other users of this computer what they may read of the store, its backups and its keys, also where a folder
 * that was there before let them. What somebody else put into the folder stays as it is.
 */
export function keepPrivate(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const isOurs = entry.isDirectory() ? FOLDERS.has(entry.name) : entry.isFile() && FILES.test(entry.name);
    const path = join(folder, entry.name);
    const { mode } = lstatSync(path);
    if (isOurs && (mode & OTHERS) !== 0) chmodSync(path, mode & ~OTHERS & 0o777);
  }
}
