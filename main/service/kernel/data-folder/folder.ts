import type { Database } from 'better-sqlite3';
import { mkdirSync, chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { lockFolder } from './lock.ts';
import { type CellOptions, claimCell } from '../cells/cell.ts';
import { migrations } from '../store/migrations/index.ts';
import { damaged, openStore, refuseFromPast, refuseWithoutStore } from './open-store.ts';
import { keepBrokenLog, type LogBreak } from '../store/log/log-break.ts';
import { type Epoch, openEpoch } from '../store/epoch.ts';
import { breakSeal, sealStore } from './seal.ts';
import { removePartialBackups } from '../backups/backup.ts';
import { finishSwap, quarantine, recover, type Recovery, STORE_FILE } from '../backups/recovery.ts';
import { isDamage } from '../store/soundness.ts';
import { StoreHealth } from '../backups/store-health.ts';
import { checkInProcess, checkInThread, StoreThread } from '../store/store-thread.ts';
import { toStorageError } from '../store/storage-error.ts';
import { Writer } from '../store/writer.ts';

/** A data folder that this process has locked, with its store open. */
export class DataFolder {
  readonly path: string;
  readonly db: Database;
  readonly writer: Writer;
  readonly epoch: Epoch;
  /** Set if the log of the last run was damaged in the middle. */
  readonly logBreak: LogBreak | undefined;
  readonly health: StoreHealth;
  readonly #thread: StoreThread;
  readonly #isUnchecked: boolean;
  readonly #check: typeof checkInThread;
  readonly #release: () => void;
  #isChecked: boolean;

  private constructor(
    path: string,
    input: {
      db: Database;
      epoch: Epoch;
      logBreak: LogBreak | undefined;
      isSealed: boolean;
      isUnchecked: boolean;
      check: typeof checkInThread;
      release: () => void;
    },
  ) {
    this.path = path;
    this.db = input.db;
    this.epoch = input.epoch;
    this.logBreak = input.logBreak;
    this.health = new StoreHealth(path);
    this.#thread = new StoreThread(input.db);
    this.writer = new Writer(input.db, this.#thread);
    this.#isUnchecked = input.isUnchecked;
    this.#check = input.check;
    // After an unclean stop the store is not trusted before it was checked.
    this.#isChecked = input.isSealed || !input.isUnchecked;
    this.#release = input.release;
  }

  /**
   * Locks the folder, creates it if missing, and opens its store.
   *
   * @throws {FolderInUseError} {DamagedStoreError} {NoBackupError} {StoreFromPastError} {StoreFromFutureError}
   * {WrongCellError}
   */
  static open(path: string, recovery: Recovery | undefined, cell?: CellOptions): DataFolder {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const lock = lockFolder(path);
    try {
      restrictAccess(path);
      if (recovery !== undefined) recover(path, recovery);
      finishSwap(path);
      removePartialBackups(path);
      // Before the seal is broken, which shows that there was a store.
      refuseWithoutStore(path);
      refuseFromPast(path);
      const isSealed = breakSeal(path);
      const isUnchecked = isSealed || cell?.checksLater === true;
      const logBreak = isSealed ? undefined : keepBrokenLog(join(path, STORE_FILE), Date.now());
      const db = openStore(path, migrations, { isUnchecked, makesCopy: cell?.makesBackups !== false });
      try {
        claimCell(db, cell?.name);
        const epoch = openEpoch(db, path, cell?.name);
        const release = (): void => lock.release();
        const check = cell === undefined ? checkInThread : checkInProcess;
        return new DataFolder(path, { db, epoch, logBreak, isSealed, isUnchecked, check, release });
      } catch (error) {
        db.close();
        throw error;
      }
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Checks the store if that was postponed at the start. Returns what is wrong with it. */
  async findDamage(): Promise<string | undefined> {
    if (!this.#isUnchecked) return undefined;
    const damage = await this.#check(this.db.name, 'quick_check');
    this.#isChecked = true;
    if (damage !== undefined) this.health.note(damage);
    return damage;
  }

  /** Checks the whole store beside the requests, comparing indexes with tables. Returns what is wrong with it. */
  async findAnyDamage(): Promise<string | undefined> {
    const damage = await this.#check(this.db.name, 'integrity_check');
    if (damage !== undefined) this.health.note(damage);
    return damage;
  }

  /** Finishes the writes, checkpoints the log, seals the store and releases the folder. */
  async close(): Promise<void> {
    await this.writer.close();
    try {
      this.db.pragma('wal_checkpoint(TRUNCATE)');
      this.db.close();
      if (this.#isChecked && this.health.damage === undefined) sealStore(this.path);
    } catch (error) {
      if (toStorageError(error) === undefined) throw error;
      // The disk refuses: the log stays beside the store, and the next start reads both.
    } finally {
      this.db.close();
      this.#release();
    }
  }

  /**
   * Releases the folder after a failed start, and returns why it failed. A store that was not checked first and turned
   * out to be damaged is set aside.
   */
  async abandon(error: unknown): Promise<unknown> {
    await this.writer.close();
    this.db.close();
    const reason = isDamage(error) ? damaged(this.path, quarantine(this.path, Date.now())) : error;
    this.#release();
    return reason;
  }
}

/** Folders that Muster creates in a data folder. While they are closed, no other user reaches their contents. */
const FOLDERS = new Set(['backups', 'copies', 'library', 'logs']);
const FILES = /^(muster\.|kept-muster\.|station\.|lan\.key|master\.key|keys\.)/;
const OTHERS = 0o077;

/**
 * Revokes read access of other users of this computer to the store, its backups and its keys, even if an existing
 * folder granted it. Files that a person put there stay as they are.
 */
function restrictAccess(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const isOurs = entry.isDirectory() ? FOLDERS.has(entry.name) : entry.isFile() && FILES.test(entry.name);
    const path = join(folder, entry.name);
    const { mode } = lstatSync(path);
    if (isOurs && (mode & OTHERS) !== 0) chmodSync(path, mode & ~OTHERS & 0o777);
  }
}
