import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that Muster creates in a data folder. While they are closed, no other user reaches their contents. */
const FOLDERS = new Set(['backups', 'copies', 'library', 'logs']);
const FILES = /^(muster\.|kept-muster\.|station\.|lan\.key|master\.key|keys\.)/;
const OTHERS = 0o077;

/**
 * Revokes read access of other users of this computer to the store, its backups and its keys, even if an existing
 * folder granted it. Files that a person put there stay as they are.
 */
export function restrictAccess(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const isOurs = entry.isDirectory() ? FOLDERS.has(entry.name) : entry.isFile() && FILES.test(entry.name);
    const path = join(folder, entry.name);
    const { mode } = lstatSync(path);
    if (isOurs && (mode & OTHERS) !== 0) chmodSync(path, mode & ~OTHERS & 0o777);
  }
}
