import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { copyFile, open, stat } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { join } from 'node:path';

import { writeSecret } from '../keys/secret-file.ts';
import { clearDamage } from './store-health.ts';
import { leaveEpoch } from '../store/epoch.ts';
import { fileStamp } from '../clock.ts';
import { isFromFuture } from '../store/migrate.ts';
import { migrations } from '../store/migrations/index.ts';
import { backupFolder, backupName, keysName, listBackups, newestBackup, requireSpace } from './backup.ts';
import {
  dropPreparedKeys,
  hasSigningKey,
  prepareKeys,
  type StationKeys,
  installPreparedKeys,
} from '../keys/station-keys.ts';

/** The name of the store file in a data folder. */
export const STORE_FILE = 'muster.db';

/** Name of a copy that is about to replace the store. */
const ARRIVING = `${STORE_FILE}.arriving`;

/** Contains the name of the backup that the last replaced store became, until `clearReplaced`. */
const REPLACED = 'muster.replaced';

/** The file that a clean stop leaves. */
export const SEAL_FILE = 'muster.seal';

/**
 * How to recover when a damaged store was set aside: restore the newest good backup, or start empty. If a key is
 * lost: create a new one (`keys`). If a newer Muster wrote the store: restore the newest backup from before (`older`).
 */
export type Recovery = 'backup' | 'empty' | 'keys' | 'older';

/** There is no good backup to restore. */
export class NoBackupError extends Error {
  override readonly name = 'NoBackupError';
}

/**
 * Renames the damaged store with its log, so that nothing overwrites it, and returns its new name. If the store is
 * missing, an empty file gets that name, so that recovery is offered until it is chosen.
 */
export function quarantine(folder: string, nowMs: number): string {
  const name = `${STORE_FILE}.damaged-${fileStamp(nowMs)}`;
  if (!existsSync(join(folder, STORE_FILE))) writeFileSync(join(folder, name), '', { mode: 0o600 });
  for (const suffix of ['', '-wal', '-shm']) {
    const from = join(folder, STORE_FILE + suffix);
    if (existsSync(from)) renameSync(from, join(folder, name + suffix));
  }
  clearDamage(folder);
  return name;
}

/** Returns true if a station used the folder but the store is missing: it was deleted or emptied. */
export function lacksStore(folder: string): boolean {
  // A prepared backup is about to replace it.
  if (hasBytes(join(folder, STORE_FILE)) || existsSync(join(folder, ARRIVING))) return false;
  const left = [SEAL_FILE, `${STORE_FILE}-wal`].some((name) => existsSync(join(folder, name)));
  return left || hasSigningKey(folder) || listBackups(folder).length > 0;
}

/** Returns true if this store was set aside because it was missing or empty. */
export function wasMissing(folder: string, quarantinedAs: string): boolean {
  return !hasBytes(join(folder, quarantinedAs));
}

function hasBytes(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Returns the newest store that was set aside and awaits recovery. */
export function awaitsRecovery(folder: string): string | undefined {
  if (existsSync(join(folder, STORE_FILE))) return undefined;
  return readdirSync(folder)
    .filter((name) => /^muster\.db\.damaged-[^.]*$/.test(name) && !/-(wal|shm)$/.test(name))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .at(-1);
}

/**
 * Recovers from a store that was set aside; the damaged file keeps its other name in case it can be repaired. Does
 * nothing if no store awaits recovery, or only keys are to be created.
 *
 * @throws {NoBackupError} if `backup` was chosen and none is good.
 */
export function recover(folder: string, choice: Recovery): void {
  if (choice === 'keys') return;
  if (choice === 'older') return restoreOlder(folder);
  const damaged = awaitsRecovery(folder) ?? (lacksStore(folder) ? quarantine(folder, Date.now()) : undefined);
  if (damaged === undefined) return;
  const store = join(folder, STORE_FILE);
  if (choice === 'backup') {
    const backup = newestBackup(folder);
    if (backup === undefined) throw new NoBackupError('There is no valid backup to restore.');
    const arriving = join(folder, ARRIVING);
    copyFileSync(join(backupFolder(folder), backup), arriving);
    leaveEpoch(folder);
    renameSync(arriving, store);
  } else {
    beginEmpty(store);
  }
  for (const suffix of ['', '-wal', '-shm']) {
    const from = join(folder, damaged + suffix);
    if (existsSync(from)) renameSync(from, join(folder, `kept-${damaged}${suffix}`));
  }
}

/**
 * Restores the newest backup that this version can open, if a newer one wrote the store, which becomes a backup. After
 * a kill at any moment the next start completes or undoes it.
 *
 * @throws {NoBackupError} if there is none.
 */
function restoreOlder(folder: string): void {
  const store = join(folder, STORE_FILE);
  finishSwap(folder);
  if (!existsSync(store) || !isNewer(store)) return;
  const backup = newestBackup(folder, (path) => !isNewer(path));
  if (backup === undefined)
    throw new NoBackupError(
      'The data was written by a newer Muster, and there is no backup from before. Start the newer version.',
    );
  copyFileSync(join(backupFolder(folder), backup), join(folder, ARRIVING));
  flush(join(folder, ARRIVING));
  swapIn(folder, backupName(Date.now()));
}

/** Returns true if a newer Muster wrote this store, whose log is folded in; false if it cannot be read. */
function isNewer(path: string): boolean {
  const db = new Database(path);
  try {
    return isFromFuture(db, migrations);
  } catch {
    // Damage is found and reported when the store is opened.
    return false;
  } finally {
    db.close();
  }
}

function flush(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

/** Creates a store without tables, so that it is not reported as missing. */
function beginEmpty(store: string): void {
  const db = new Database(store);
  db.pragma('journal_mode = WAL');
  db.close();
}

/**
 * Copies a backup beside the store, complete and on disk, for `swapIn`; with the keys of another station if it has
 * any.
 *
 * @throws {StorageError} if there is no space.
 */
export async function prepareRestore(folder: string, backup: string, keys?: StationKeys): Promise<void> {
  dropPreparedKeys(folder);
  const from = join(backupFolder(folder), backup);
  requireSpace(folder, (await stat(from)).size);
  await copyFile(from, join(folder, ARRIVING));
  const file = await open(join(folder, ARRIVING), 'r+');
  await file.sync();
  await file.close();
  // After the store: keys without a store beside them were already moved into place.
  if (keys !== undefined) prepareKeys(folder, keys);
}

/**
 * Replaces the closed store with the prepared copy; the previous store becomes the backup `backupOfPrevious`.
 *
 * @throws if its log could not be folded in, because another program reads the store or the disk refuses: the backup
 * would lack what is in the log, and SQLite would write it into the copy.
 */
export function swapIn(folder: string, backupOfPrevious: string): void {
  if (hasBytes(join(folder, `${STORE_FILE}-wal`))) throw new Error('The log of the store is still in use.');
  writeSecret(join(folder, REPLACED), backupOfPrevious);
  renameSync(join(folder, STORE_FILE), join(backupFolder(folder), backupOfPrevious));
  moveIntoPlace(folder);
}

/** Moves the prepared copy into the place of the missing store. Can be resumed after a kill at any moment. */
function moveIntoPlace(folder: string): void {
  clearDamage(folder);
  installPreparedKeys(folder);
  leaveEpoch(folder);
  renameSync(join(folder, ARRIVING), join(folder, STORE_FILE));
  dropPreparedKeys(folder);
}

/**
 * Returns the path of the store that the current one replaced, until `clearReplaced`; undefined if there is none. It
 * knows what an older backup does not: revoked tokens, and who restored it.
 */
export function replacedStore(folder: string): string | undefined {
  const note = join(folder, REPLACED);
  if (!existsSync(note)) return undefined;
  const name = readFileSync(note, 'utf8');
  return listBackups(folder).includes(name) ? join(backupFolder(folder), name) : undefined;
}

/** Marks that the current store has everything it needs of the one it replaced. */
export function clearReplaced(folder: string): void {
  rmSync(join(folder, REPLACED), { force: true });
}

/** Undoes the last swap: the previous store is restored. */
export function swapBack(folder: string, backupOfPrevious: string): void {
  clearReplaced(folder);
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, STORE_FILE + suffix), { force: true });
  renameSync(join(backupFolder(folder), backupOfPrevious), join(folder, STORE_FILE));
  rmSync(join(backupFolder(folder), keysName(backupOfPrevious)), { force: true });
}

/**
 * Completes or undoes a swap that was interrupted by a kill: if the store was not moved yet, the copy is removed;
 * otherwise the copy replaces it. Call it before the store is opened.
 */
export function finishSwap(folder: string): void {
  const arriving = join(folder, ARRIVING);
  if (!existsSync(arriving)) {
    dropPreparedKeys(folder);
  } else if (existsSync(join(folder, STORE_FILE)) || awaitsRecovery(folder) !== undefined) {
    clearReplaced(folder);
    // Keys first: they are secrets, and useless alone.
    dropPreparedKeys(folder);
    rmSync(arriving);
  } else {
    moveIntoPlace(folder);
  }
}
