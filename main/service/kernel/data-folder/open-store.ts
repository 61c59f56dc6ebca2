import Database from 'better-sqlite3';
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

import { newestBackup, writeCopySync } from '../backups/backup.ts';
import {
  hasPendingSteps,
  isFromPast,
  migrate,
  type Migration,
  storeVersion,
  StoreFromPastError,
} from '../store/migrate.ts';
import { migrations } from '../store/migrations/index.ts';
import { findDamage, isDamage } from '../store/soundness.ts';
import { awaitsRecovery, lacksStore, quarantine, STORE_FILE, wasMissing } from '../backups/recovery.ts';

/**
 * The store file is damaged or missing. It was set aside under `setAsideAs`, unchanged; `backup` is the newest good
 * one, if any.
 */
export class DamagedStoreError extends Error {
  override readonly name = 'DamagedStoreError';
  readonly quarantinedAs: string;
  readonly backup: string | undefined;

  constructor(quarantinedAs: string, backup: string | undefined, isMissing = false) {
    super(
      (isMissing
        ? 'The store muster.db is missing or empty, although a station was in this folder. Put it back if it was moved. '
        : `The store is damaged and was set aside as ${quarantinedAs}. `) +
        (backup === undefined
          ? 'There is no backup. Start again with --recover empty to begin with an empty station.'
          : `The newest good backup is ${backup}. Start again with --recover backup to use it, or with --recover empty to begin with an empty station.`),
    );
    this.quarantinedAs = quarantinedAs;
    this.backup = backup;
  }
}

/**
 * Refuses a folder that a station has used and whose store is missing: an empty one in its place would be a silent
 * loss.
 *
 * @throws {DamagedStoreError}
 */
export function refuseWithoutStore(folder: string): void {
  const earlier = awaitsRecovery(folder);
  if (earlier !== undefined) throw damaged(folder, earlier);
  if (lacksStore(folder)) throw damaged(folder, quarantine(folder, Date.now()));
}

/** Where the header of an SQLite file has the version of the schema. Source: sqlite.org/fileformat2.html#user_version_number */
const VERSION_OFFSET = 60;

/**
 * Refuses a store from before the first release by the header of its file, which SQLite does not touch: the store, its
 * log and its seal stay as they are.
 *
 * @throws {StoreFromPastError}
 */
export function refuseFromPast(folder: string, steps: readonly Migration[] = migrations): void {
  const path = join(folder, STORE_FILE);
  if (!existsSync(path)) return;
  const header = Buffer.alloc(VERSION_OFFSET + 4);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  if (isFromPast(header.readUInt32BE(VERSION_OFFSET), steps)) throw new StoreFromPastError();
}

/** Describes the store that was set aside under this name, and how to recover. */
export function damaged(folder: string, quarantinedAs: string): DamagedStoreError {
  return new DamagedStoreError(quarantinedAs, newestBackup(folder), wasMissing(folder, quarantinedAs));
}

/**
 * Opens the store of `folder` in its newest schema: WAL, flushed at every commit until `LogFlush` takes over, checked
 * first. A damaged file is renamed, never overwritten, and never silently replaced by an empty one. If opened
 * `isUnchecked`, such as a sealed one (see seal.ts), the caller checks it in the store's thread while running.
 *
 * @throws {DamagedStoreError} if the file is damaged, or was set aside before and nobody has chosen a recovery yet.
 * {StoreFromPastError} {StoreFromFutureError}
 */
export function openStore(
  folder: string,
  steps: readonly Migration[] = migrations,
  { isUnchecked = false, makesCopy = true } = {},
): Database.Database {
  refuseWithoutStore(folder);
  refuseFromPast(folder, steps);
  let db: Database.Database | undefined;
  try {
    db = new Database(join(folder, STORE_FILE));
    configure(db);
    const damage = isUnchecked ? undefined : findDamage(db);
    if (damage !== undefined) throw new UnsoundError(damage);
  } catch (error) {
    db?.close();
    if (!(error instanceof UnsoundError) && !isDamage(error)) throw error;
    throw damaged(folder, quarantine(folder, Date.now()));
  }
  try {
    if (makesCopy && storeVersion(db) > 0 && hasPendingSteps(db, steps))
      writeCopySync(db, folder, Date.now());
    migrate(db, steps);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function configure(db: Database.Database): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('busy_timeout = 5000');
  // 32 MiB of pages in memory: the hot tables of 10,000 devices.
  db.pragma('cache_size = -32768');
}

class UnsoundError extends Error {
  override readonly name = 'UnsoundError';
}
