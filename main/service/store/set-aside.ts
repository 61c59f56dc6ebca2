import { copyFileSync, existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

import { backupFolder, fileStamp, newestBackup } from './backup.ts';

/** The name of the store file in a data folder. */
export const STORE_FILE = 'muster.db';

/** What to do where a damaged store was set aside: put the newest good backup in its place, or begin empty. */
export type Recovery = 'backup' | 'empty';

/** There is no sound backup to go back to. */
export class NoBackupError extends Error {
  override readonly name = 'NoBackupError';
}

/** Renames the damaged store with its log, so that nothing overwrites it, and answers its new name. */
export function setAside(folder: string, nowMs: number): string {
  const name = `${STORE_FILE}.damaged-${fileStamp(nowMs)}`;
  for (const suffix of ['', '-wal', '-shm']) {
    const from = join(folder, STORE_FILE + suffix);
    if (existsSync(from)) renameSync(from, join(folder, name + suffix));
  }
  return name;
}

/** The newest store that was set aside and not yet dealt with. */
export function awaitsRecovery(folder: string): string | undefined {
  if (existsSync(join(folder, STORE_FILE))) return undefined;
  return readdirSync(folder)
    .filter((name) => /^muster\.db\.damaged-[^.]*$/.test(name) && !/-(wal|shm)$/.test(name))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .at(-1);
}

/**
 * Deals with a store that was set aside; the damaged file stays under another name for who can mend it.
 * Does nothing when no store waits for recovery.
 *
 * @throws {NoBackupError} when `backup` was chosen and none is sound.
 */
export function recover(folder: string, choice: Recovery): void {
  const damaged = awaitsRecovery(folder);
  if (damaged === undefined) return;
  if (choice === 'backup') {
    const backup = newestBackup(folder);
    if (backup === undefined) throw new NoBackupError('There is no sound backup to go back to.');
    const arriving = join(folder, `${STORE_FILE}.arriving`);
    copyFileSync(join(backupFolder(folder), backup), arriving);
    renameSync(arriving, join(folder, STORE_FILE));
  }
  for (const suffix of ['', '-wal', '-shm']) {
    const from = join(folder, damaged + suffix);
    if (existsSync(from)) renameSync(from, join(folder, `kept-${damaged}${suffix}`));
  }
}
