import { statfs } from 'node:fs/promises';

import type { Disk } from '../../../../shared/contract/operations/diagnostics.ts';
import type { Logger } from '../../kernel/logging/log.ts';

/** Below this the station accepts no uploads and makes no backups, in bytes: the rest keeps it running. */
const FULL_BELOW_BYTES = 64 * 1024 * 1024;
/** Below this, or below a twentieth of a small disk, a person should free some space. */
const LOW_BELOW_BYTES = 2 * 1024 ** 3;
const LOW_BELOW_SHARE = 0.05;

const CHECK_INTERVAL_MS = 60_000;

/** Returns the state of a disk with this much free space. */
export function diskState(freeBytes: number, totalBytes: number): Disk['state'] {
  if (freeBytes < FULL_BELOW_BYTES) return 'full';
  return freeBytes < Math.min(LOW_BELOW_BYTES, Math.max(totalBytes * LOW_BELOW_SHARE, 2 * FULL_BELOW_BYTES))
    ? 'low'
    : 'ok';
}

/** Checks the disk of the data folder, and logs when it fills up. */
export class DiskWatch {
  readonly #folder: string;
  readonly #log: Logger;
  #last: Disk['state'] = 'ok';

  constructor(folder: string, log: Logger) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Returns the current state. */
  async measure(): Promise<Disk> {
    const { bavail, blocks, bsize } = await statfs(this.#folder);
    const freeBytes = bavail * bsize;
    const totalBytes = blocks * bsize;
    const state = diskState(freeBytes, totalBytes);
    if (state !== this.#last) {
      const isWorse = state === 'full' || this.#last === 'ok';
      this.#log[isWorse ? 'warn' : 'info']({ state, freeBytes }, 'the disk has another state');
      this.#last = state;
    }
    return { state, freeBytes, totalBytes };
  }

  /** Checks every minute, until `signal`. */
  start(signal: AbortSignal): void {
    const timer = setInterval(() => {
      this.measure().catch((error: unknown) => this.#log.warn({ err: error }, 'the disk cannot be checked'));
    }, CHECK_INTERVAL_MS).unref();
    signal.addEventListener('abort', () => clearInterval(timer));
  }
}
