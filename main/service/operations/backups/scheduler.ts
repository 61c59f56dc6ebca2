import type { Core } from '../../kernel/kernel.ts';
import { type Backup, describeBackups, writeBackup } from '../../kernel/backups/backup.ts';
import { toStorageError } from '../../kernel/store/storage-error.ts';

const FIRST_AFTER_MS = 60_000;
export const EVERY_HOURS = 6;
const INTERVAL_MS = EVERY_HOURS * 60 * 60 * 1_000;
/** Delay before a retry after a failure, in ms. */
const RETRY_AFTER_MS = 15 * 60 * 1_000;

/** Why the last automatic backup failed. */
type BackupFailure = { readonly atMs: number; readonly code: 'STORAGE_FULL' | 'FAILED' };

/** Makes backups, on request and automatically. */
export class BackupScheduler {
  readonly #core: Core;
  readonly #folder: string;
  #running: Promise<Backup> | undefined;
  #lastFailure: BackupFailure | null = null;

  constructor(core: Core, folder: string) {
    this.#core = core;
    this.#folder = folder;
  }

  get lastFailure(): BackupFailure | null {
    return this.#lastFailure;
  }

  /** Returns the backups, oldest first. */
  list(): Backup[] {
    return describeBackups(this.#folder);
  }

  find(name: string): Backup | undefined {
    return this.list().find((each) => each.name === name);
  }

  /** Makes one now; simultaneous requests share it. @throws {StorageError} if there is no space. */
  async make(): Promise<Backup> {
    const core = this.#core;
    this.#running ??= writeBackup(core.db, this.#folder, core.clock.now()).finally(
      () => (this.#running = undefined),
    );
    const backup = await this.#running;
    this.#lastFailure = null;
    return backup;
  }

  /** Makes one a minute after the start, then every six hours, until `signal`. */
  start(signal: AbortSignal): void {
    let timer: NodeJS.Timeout;
    const wait = (ms: number): void => {
      timer = setTimeout(() => void run(), ms).unref();
    };
    const run = async (): Promise<void> => {
      const succeeded = await this.#backUp(signal);
      if (!signal.aborted) wait(succeeded ? INTERVAL_MS : RETRY_AFTER_MS);
    };
    wait(FIRST_AFTER_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  async #backUp(signal: AbortSignal): Promise<boolean> {
    const { log, clock } = this.#core;
    try {
      const { name, sizeBytes } = await this.make();
      log.info({ backup: name, sizeBytes, kept: this.list().length }, 'backed up');
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      const isFull = toStorageError(error)?.code === 'STORAGE_FULL';
      this.#lastFailure = { atMs: clock.now(), code: isFull ? 'STORAGE_FULL' : 'FAILED' };
      log.warn({ err: error }, 'the backup failed; trying again in a quarter of an hour');
      return false;
    }
  }
}
