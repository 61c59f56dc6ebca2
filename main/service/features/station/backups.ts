import type { Core } from '../../core.ts';
import { listBackups, writeBackup } from '../../store/backup.ts';

const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 6 * 60 * 60 * 1_000;

/** Backs the store up by itself: a minute after the start, then every six hours, until `signal`. */
export function startBackups(core: Core, folder: string, signal: AbortSignal): void {
  const run = (): void => {
    writeBackup(core.db, folder, core.clock.now())
      .then(({ name, sizeBytes }) =>
        core.log.info({ backup: name, sizeBytes, kept: listBackups(folder).length }, 'backed up'),
      )
      .catch((error: unknown) => {
        if (!signal.aborted) core.log.warn({ err: error }, 'the backup failed; trying again in six hours');
      });
  };
  const first = setTimeout(run, FIRST_AFTER_MS).unref();
  const timer = setInterval(run, EVERY_MS).unref();
  signal.addEventListener('abort', () => {
    clearTimeout(first);
    clearInterval(timer);
  });
}
