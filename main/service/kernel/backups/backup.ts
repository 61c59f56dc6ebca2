import Database from 'better-sqlite3';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { keptBackups } from './kept-backups.ts';
import { StorageError } from '../store/storage-error.ts';
import { copyInThread } from '../store/store-thread.ts';

/** A finished copy of the store. */
export type Backup = { readonly name: string; readonly sizeBytes: number; readonly createdAtMs: number };

/** What a copy leaves the disk at least: the station itself needs it to go on. */
const SPARE_BYTES = 64 * 1024 * 1024;

/** Where the copies of a data folder lie. */
export function backupFolder(folder: string): string {
  return join(folder, 'backups');
}

/** A file name that sorts by time: 2026-11-21T10-24-05-123Z. */
export function fileStamp(epochMs: number): string {
  return new Date(epochMs).toISOString().replaceAll(/[:.]/g, '-');
}

/** The name of a copy of this moment. */
export function backupName(epochMs: number): string {
  return `muster-${fileStamp(epochMs)}.db`;
}

/**
 * Copies the store while it is in use, without holding up requests. A copy carries its name only once it is whole, on disk
 * and was opened and found sound.
 *
 * @throws {StorageError} where the disk has no room to spare for it.
 */
export async function writeBackup(db: Database.Database, folder: string, nowMs: number): Promise<Backup> {
  const target = openBackupFolder(folder);
  needRoom(target, storeBytes(db));
  const name = backupName(nowMs);
  const partial = join(target, `${name}.partial`);
  rmSync(partial, { force: true });
  try {
    await copyInThread(db.name, partial);
    renameSync(partial, join(target, name));
  } finally {
    rmSync(partial, { force: true });
  }
  forgetOld(folder);
  return { name, sizeBytes: statSync(join(target, name)).size, createdAtMs: nowMs };
}

/** A copy made before the schema changes, while nobody else uses the store. */
export function writeCopySync(db: Database.Database, folder: string, nowMs: number): string {
  const target = openBackupFolder(folder);
  const name = backupName(nowMs);
  const partial = join(target, `${name}.partial`);
  rmSync(partial, { force: true });
  db.prepare('VACUUM INTO ?').run(partial);
  renameSync(partial, join(target, name));
  return name;
}

/** Makes the folder where it is missing; what copies that were cut short left in it goes. */
function openBackupFolder(folder: string): string {
  const target = backupFolder(folder);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  return target;
}

/** Removes what a station that was killed left half copied. Call it while nothing is being copied. */
export function removePartialBackups(folder: string): void {
  const target = backupFolder(folder);
  if (!existsSync(target)) return;
  for (const name of readdirSync(target)) {
    if (name.includes('.partial')) rmSync(join(target, name), { force: true });
  }
}

function forgetOld(folder: string): void {
  const all = describeBackups(folder);
  // What came from another computer is as new as its arrival: it came to be used.
  const dated = all.map((backup) =>
    isMoved(backup.name) ? { ...backup, createdAtMs: arrivedAtMs(folder, backup) } : backup,
  );
  const kept = keptBackups(dated);
  for (const { name } of all) if (!kept.has(name)) removeBackup(folder, name);
}

function arrivedAtMs(folder: string, { name }: Backup): number {
  return Math.floor(statSync(join(backupFolder(folder), name)).mtimeMs);
}

function removeBackup(folder: string, name: string): void {
  rmSync(join(backupFolder(folder), name), { force: true });
  rmSync(join(backupFolder(folder), keysName(name)), { force: true });
}

/** The name of a backup that came in a sealed copy. */
export function movedName(createdAtMs: number): string {
  return `muster-${fileStamp(createdAtMs)}-moved.db`;
}

function isMoved(name: string): boolean {
  return name.endsWith('-moved.db');
}

/** The file with the keys of a backup of another station, beside it. */
export function keysName(name: string): string {
  return name.replace(/\.db$/, '.keys');
}

function storeBytes(db: Database.Database): number {
  return Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }));
}

/** @throws {StorageError} where the disk cannot take `bytes` and keep enough for the station. */
export function needRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < bytes + SPARE_BYTES) {
    throw new StorageError('STORAGE_FULL', new Error('Not enough disk space for a backup'));
  }
}

/** Names of the finished copies, oldest first. */
export function listBackups(folder: string): string[] {
  const target = backupFolder(folder);
  if (!existsSync(target)) return [];
  // Files alone: a link could show another file of this computer to who fetches a backup.
  return readdirSync(target, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^muster-[0-9A-Za-z-]+\.db$/.test(entry.name))
    .map(({ name }) => name)
    .toSorted((a, b) => (a < b ? -1 : 1));
}

/** The finished copies, oldest first. */
export function describeBackups(folder: string): Backup[] {
  return listBackups(folder).flatMap((name) => {
    const found = statSync(join(backupFolder(folder), name), { throwIfNoEntry: false });
    return found === undefined
      ? []
      : [{ name, sizeBytes: found.size, createdAtMs: readStamp(name) ?? Math.floor(found.mtimeMs) }];
  });
}

/** The moment in a name; undefined where somebody named the file otherwise. */
function readStamp(name: string): number | undefined {
  const at = /^muster-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z(?:-moved)?\.db$/.exec(name);
  if (at === null) return undefined;
  const [, day, hour, minute, second, ms] = at;
  const epochMs = Date.parse(`${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}.${ms ?? ''}Z`);
  return Number.isNaN(epochMs) ? undefined : epochMs;
}

/** The newest copy that passes the integrity check, as a name in the backup folder. */
export function newestBackup(folder: string): string | undefined {
  return listBackups(folder).findLast((name) => isSound(join(backupFolder(folder), name)));
}

function isSound(path: string): boolean {
  try {
    const db = new Database(path, { readonly: true });
    try {
      return db.pragma('integrity_check(1)', { simple: true }) === 'ok';
    } finally {
      db.close();
    }
  } catch {
    // A file that does not open is not a backup that anyone can use.
    return false;
  }
}
