import Database from 'better-sqlite3';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { fileStamp } from '../clock.ts';
import { backupsToRetain, newestFirst } from './backup-retention.ts';
import { isFromPast, storeVersion } from '../store/migrate.ts';
import { migrations } from '../store/migrations/index.ts';
import { StorageError } from '../store/storage-error.ts';
import { copyInThread } from '../store/store-thread.ts';

/** A finished copy of the store. */
export type Backup = { readonly name: string; readonly sizeBytes: number; readonly createdAtMs: number };

/** Space that a backup must leave on the disk, because the station needs it, in bytes. */
const SPARE_BYTES = 64 * 1024 * 1024;

/** Returns the backup folder of a data folder. */
export function backupFolder(folder: string): string {
  return join(folder, 'backups');
}

/** Returns the name of a backup made now. */
export function backupName(epochMs: number): string {
  return `muster-${fileStamp(epochMs)}.db`;
}

/**
 * Copies the store while it is in use, without blocking requests. A backup gets its name only once it is complete, on
 * disk, and was opened and checked.
 *
 * @throws {StorageError} if the disk has too little space.
 */
export async function writeBackup(db: Database.Database, folder: string, nowMs: number): Promise<Backup> {
  const target = openBackupFolder(folder);
  requireSpace(target, storeBytes(db));
  const name = backupName(nowMs);
  const partial = join(target, `${name}.partial`);
  rmSync(partial, { force: true });
  try {
    await copyInThread(db.name, partial);
    renameSync(partial, join(target, name));
  } finally {
    rmSync(partial, { force: true });
  }
  pruneOld(folder, nowMs);
  return { name, sizeBytes: statSync(join(target, name)).size, createdAtMs: nowMs };
}

/** Makes a copy before the schema changes, while the store is not in use. */
export function writeCopySync(db: Database.Database, folder: string, nowMs: number): string {
  const target = openBackupFolder(folder);
  const name = backupName(nowMs);
  const partial = join(target, `${name}.partial`);
  rmSync(partial, { force: true });
  db.prepare('VACUUM INTO ?').run(partial);
  renameSync(partial, join(target, name));
  return name;
}

/** Creates the folder if it is missing, and removes incomplete copies in it. */
function openBackupFolder(folder: string): string {
  const target = backupFolder(folder);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  return target;
}

/** Removes incomplete copies that a killed station left. Call it while no copy is in progress. */
export function removePartialBackups(folder: string): void {
  const target = backupFolder(folder);
  if (!existsSync(target)) return;
  for (const name of readdirSync(target)) {
    if (name.includes('.partial')) rmSync(join(target, name), { force: true });
  }
}

function pruneOld(folder: string, nowMs: number): void {
  const all = describeBackups(folder);
  // The age of a backup from another computer counts from its arrival, because it was brought here to be used.
  const dated = all.map((backup) =>
    isMoved(backup.name) ? { ...backup, createdAtMs: arrivedAtMs(folder, backup) } : backup,
  );
  const stored = backupsToRetain(dated, nowMs);
  for (const { name } of all) if (!stored.has(name)) removeBackup(folder, name);
}

function arrivedAtMs(folder: string, { name }: Backup): number {
  return Math.floor(statSync(join(backupFolder(folder), name)).mtimeMs);
}

function removeBackup(folder: string, name: string): void {
  rmSync(join(backupFolder(folder), name), { force: true });
  rmSync(join(backupFolder(folder), keysName(name)), { force: true });
}

/** Returns the name of a backup that came in an encrypted backup. */
export function movedName(createdAtMs: number): string {
  return `muster-${fileStamp(createdAtMs)}-moved.db`;
}

function isMoved(name: string): boolean {
  return name.endsWith('-moved.db');
}

/** Returns the name of the file beside it with the keys of another station. */
export function keysName(name: string): string {
  return name.replace(/\.db$/, '.keys');
}

function storeBytes(db: Database.Database): number {
  return Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }));
}

/** @throws {StorageError} if the disk has no space for `bytes` and the station's reserve. */
export function requireSpace(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < bytes + SPARE_BYTES) {
    throw new StorageError('STORAGE_FULL', new Error('Not enough disk space for a backup'));
  }
}

/** Returns the names of the finished backups, oldest first. */
export function listBackups(folder: string): string[] {
  const target = backupFolder(folder);
  if (!existsSync(target)) return [];
  // Regular files only: a link could expose another file of this computer to anyone who downloads a backup.
  return readdirSync(target, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^muster-[0-9A-Za-z-]+\.db$/.test(entry.name))
    .map(({ name }) => name)
    .toSorted((a, b) => (a < b ? -1 : 1));
}

/** Returns the finished backups, oldest first. */
export function describeBackups(folder: string): Backup[] {
  return listBackups(folder).flatMap((name) => {
    const found = statSync(join(backupFolder(folder), name), { throwIfNoEntry: false });
    return found === undefined
      ? []
      : [{ name, sizeBytes: found.size, createdAtMs: readStamp(name) ?? Math.floor(found.mtimeMs) }];
  });
}

/** Parses the time in a name; undefined if the file was renamed. */
function readStamp(name: string): number | undefined {
  const at = /^muster-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z(?:-moved)?\.db$/.exec(name);
  if (at === null) return undefined;
  const [, day, hour, minute, second, ms] = at;
  const epochMs = Date.parse(`${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}.${ms ?? ''}Z`);
  return Number.isNaN(epochMs) ? undefined : epochMs;
}

/** Returns the name of the newest backup that this Muster can read, that passes the integrity check and is `usable`. */
export function newestBackup(
  folder: string,
  usable: (path: string) => boolean = () => true,
): string | undefined {
  const sorted = newestFirst(describeBackups(folder), Date.now());
  return sorted
    .map(({ name }) => ({ name, path: join(backupFolder(folder), name) }))
    .find(({ path }) => isUsable(path) && usable(path))?.name;
}

function isUsable(path: string): boolean {
  try {
    const db = new Database(path, { readonly: true });
    try {
      return (
        !isFromPast(storeVersion(db), migrations) &&
        db.pragma('integrity_check(1)', { simple: true }) === 'ok'
      );
    } finally {
      db.close();
    }
  } catch {
    // A file that cannot be opened is not a usable backup.
    return false;
  }
}
