import Database from 'better-sqlite3';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { copyInThread } from './store-thread.ts';

/** A finished copy of the store. */
export type Backup = { readonly name: string; readonly sizeBytes: number; readonly createdAtMs: number };

/** How many backups are kept; the oldest go first. */
const KEEP = 10;

/** Where the copies of a data folder lie. */
export function backupFolder(folder: string): string {
  return join(folder, 'backups');
}

/** A file name that sorts by time: 2026-11-21T10-24-05-123Z. */
export function fileStamp(epochMs: number): string {
  return new Date(epochMs).toISOString().replaceAll(/[:.]/g, '-');
}

/** Copies the store while it is in use, without holding up requests. A copy carries its name only once it is whole. */
export async function writeBackup(db: Database.Database, folder: string, nowMs: number): Promise<Backup> {
  const target = backupFolder(folder);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const name = `muster-${fileStamp(nowMs)}.db`;
  const partial = join(target, `${name}.partial`);
  rmSync(partial, { force: true });
  await copyInThread(db.name, partial);
  renameSync(partial, join(target, name));
  for (const old of listBackups(folder).slice(0, -KEEP)) rmSync(join(target, old), { force: true });
  return { name, sizeBytes: statSync(join(target, name)).size, createdAtMs: nowMs };
}

/** A copy made before the schema changes, while nobody else uses the store. */
export function writeCopySync(db: Database.Database, folder: string, nowMs: number): string {
  const target = backupFolder(folder);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const name = `muster-${fileStamp(nowMs)}.db`;
  db.prepare('VACUUM INTO ?').run(join(target, `${name}.partial`));
  renameSync(join(target, `${name}.partial`), join(target, name));
  return name;
}

/** Names of the finished copies, oldest first. */
export function listBackups(folder: string): string[] {
  const target = backupFolder(folder);
  if (!existsSync(target)) return [];
  return readdirSync(target)
    .filter((name) => /^muster-.+\.db$/.test(name))
    .toSorted((a, b) => (a < b ? -1 : 1));
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
