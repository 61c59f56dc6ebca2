import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { copyFile, open, stat } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { join } from 'node:path';

import { leaveEpoch } from '../store/epoch.ts';
import { backupFolder, fileStamp, keysName, listBackups, needRoom, newestBackup } from './backup.ts';
import {
  dropArrivingKeys,
  hasSigningKey,
  layKeysReady,
  type StationKeys,
  takeArrivingKeys,
} from '../data-folder/station-keys.ts';

/** The name of the store file in a data folder. */
export const STORE_FILE = 'muster.db';

/** Where a copy that takes the store's place lies until it does. */
const ARRIVING = `${STORE_FILE}.arriving`;

/** The note that a clean stop leaves. */
export const SEAL_FILE = 'muster.seal';

/**
 * What to do where a damaged store was set aside: put the newest good backup in its place, or begin empty. Where a key is
 * lost: go on with a new one (`keys`).
 */
export type Recovery = 'backup' | 'empty' | 'keys';

/** There is no sound backup to go back to. */
export class NoBackupError extends Error {
  override readonly name = 'NoBackupError';
}

/**
 * Renames the damaged store with its log, so that nothing overwrites it, and answers its new name. For a store that is not
 * there an empty file stands under that name, so that the offer of a recovery is made until it is answered.
 */
export function setAside(folder: string, nowMs: number): string {
  const name = `${STORE_FILE}.damaged-${fileStamp(nowMs)}`;
  if (!existsSync(join(folder, STORE_FILE))) writeFileSync(join(folder, name), '', { mode: 0o600 });
  for (const suffix of ['', '-wal', '-shm']) {
    const from = join(folder, STORE_FILE + suffix);
    if (existsSync(from)) renameSync(from, join(folder, name + suffix));
  }
  return name;
}

/** True where the folder holds what only a station leaves, and no store: it was taken away or emptied, and is not new. */
export function lacksStore(folder: string): boolean {
  // What lies ready is about to take its place.
  if (hasBytes(join(folder, STORE_FILE)) || existsSync(join(folder, ARRIVING))) return false;
  const left = [SEAL_FILE, `${STORE_FILE}-wal`].some((name) => existsSync(join(folder, name)));
  return left || hasSigningKey(folder) || listBackups(folder).length > 0;
}

/** True where this store was set aside without a byte: it was missing or empty. */
export function wasMissing(folder: string, setAsideAs: string): boolean {
  return !hasBytes(join(folder, setAsideAs));
}

function hasBytes(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
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
 * Does nothing when no store waits for recovery, or only keys are to be made anew.
 *
 * @throws {NoBackupError} when `backup` was chosen and none is sound.
 */
export function recover(folder: string, choice: Recovery): void {
  if (choice === 'keys') return;
  const damaged = awaitsRecovery(folder) ?? (lacksStore(folder) ? setAside(folder, Date.now()) : undefined);
  if (damaged === undefined) return;
  const store = join(folder, STORE_FILE);
  if (choice === 'backup') {
    const backup = newestBackup(folder);
    if (backup === undefined) throw new NoBackupError('There is no sound backup to go back to.');
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

/** Makes a store without a table: one that is there, so that nobody takes it for lost. */
function beginEmpty(store: string): void {
  const db = new Database(store);
  db.pragma('journal_mode = WAL');
  db.close();
}

/**
 * Copies a backup beside the store, whole and on disk, for `swapIn`; with the keys of another station where it is one's.
 *
 * @throws {StorageError} where there is no room.
 */
export async function layReady(folder: string, backup: string, keys?: StationKeys): Promise<void> {
  dropArrivingKeys(folder);
  const from = join(backupFolder(folder), backup);
  needRoom(folder, (await stat(from)).size);
  await copyFile(from, join(folder, ARRIVING));
  const file = await open(join(folder, ARRIVING), 'r+');
  await file.sync();
  await file.close();
  // After the store: keys without a store beside them were taken up already.
  if (keys !== undefined) layKeysReady(folder, keys);
}

/** Puts what was laid ready in the place of the closed store, which becomes the backup `keptAs`. */
export function swapIn(folder: string, keptAs: string): void {
  renameSync(join(folder, STORE_FILE), join(backupFolder(folder), keptAs));
  takePlace(folder);
}

/** What lies ready takes the place of a store that is not there any more. A kill at any moment of it leaves what it can go on from. */
function takePlace(folder: string): void {
  takeArrivingKeys(folder);
  leaveEpoch(folder);
  renameSync(join(folder, ARRIVING), join(folder, STORE_FILE));
  dropArrivingKeys(folder);
}

/** Takes the last swap back: the store is again what it was. */
export function swapBack(folder: string, keptAs: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, STORE_FILE + suffix), { force: true });
  renameSync(join(backupFolder(folder), keptAs), join(folder, STORE_FILE));
  rmSync(join(backupFolder(folder), keysName(keptAs)), { force: true });
}

/**
 * Deals with what a station that was killed while it went back to a backup left: before the store was moved away, the copy
 * goes; after it, the copy takes its place. Call it before the store is opened.
 */
export function finishSwap(folder: string): void {
  const arriving = join(folder, ARRIVING);
  if (!existsSync(arriving)) {
    dropArrivingKeys(folder);
  } else if (existsSync(join(folder, STORE_FILE)) || awaitsRecovery(folder) !== undefined) {
    // The keys first: alone they would mean nothing, and they are secrets.
    dropArrivingKeys(folder);
    rmSync(arriving);
  } else {
    takePlace(folder);
  }
}
