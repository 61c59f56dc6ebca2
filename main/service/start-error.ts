import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { IdentitySealedError } from './network/index.ts';
import { WrongCellError } from './kernel/cells/cell.ts';
import { LostKeyError } from './kernel/data-folder/require-keys.ts';
import { KeySealedError } from './kernel/vault.ts';
import { readRunFile } from './run-file.ts';
import { FolderInUseError } from './kernel/data-folder/lock.ts';
import { StoreFromFutureError, StoreFromPastError } from './kernel/store/migrate.ts';
import { DamagedStoreError } from './kernel/data-folder/open-store.ts';
import { NoBackupError } from './kernel/backups/recovery.ts';
import { toStorageError } from './kernel/store/storage-error.ts';

/** The reason why the station could not start, in one line that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
  /** A damaged store that was set aside: the newest good backup, or null if there is none. */
  readonly damage: { readonly backup: string | null } | undefined;

  constructor(
    message: string,
    options?: ErrorOptions & { readonly damage?: { readonly backup: string | null } },
  ) {
    super(message, options);
    this.damage = options?.damage;
  }
}

/** Converts an error at the start into one clear line; an unexpected error stays unchanged. */
export function toStartError(
  error: unknown,
  at: { readonly dataFolder: string; readonly port: number },
): unknown {
  const text = describeStart(error, at);
  if (text === undefined) return error;
  const damage = error instanceof DamagedStoreError ? { damage: { backup: error.backup ?? null } } : {};
  return new StartError(text, { cause: error, ...damage });
}

function describeStart(
  error: unknown,
  { dataFolder, port }: { readonly dataFolder: string; readonly port: number },
): string | undefined {
  if (error instanceof StartError) return error.message;
  if (error instanceof KeySealedError) return sealedKey(dataFolder);
  if (error instanceof FolderInUseError) return folderInUse(dataFolder);
  if (error instanceof NoBackupError || error instanceof IdentitySealedError) return error.message;
  if (error instanceof WrongCellError) return error.message;
  if (error instanceof LostKeyError) return error.message;
  if (error instanceof StoreFromFutureError || error instanceof DamagedStoreError) return error.message;
  if (error instanceof StoreFromPastError) return fromPast(dataFolder);
  const storage = toStorageError(error);
  if (storage?.code === 'STORAGE_FULL') return fullDisk(dataFolder);
  if (storage !== undefined) return takesNoFiles(dataFolder) ? fullDisk(dataFolder) : unwritable(dataFolder);
  switch (systemCode(error)) {
    case 'EADDRINUSE':
      return `Port ${port} is used by another program. Choose another one with --port, or --port 0 for any free one.`;
    case 'EADDRNOTAVAIL':
      return 'This computer does not have the address given with --host.';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return unwritable(dataFolder);
    case 'ENOSPC':
      return fullDisk(dataFolder);
    case 'ENOTDIR':
    case 'EEXIST':
      return `The data folder ${dataFolder} is not a folder. Choose another one with --data.`;
    case undefined:
    default:
      return undefined;
  }
}

/** Number of temporary files that SQLite opens beside the two stores: their journal, log and index. */
const PASSING_FILES = 4;

/**
 * Returns true if the system has no file handles or space for the files that the store needs. Probed again, because
 * SQLite does not report why it could not open one.
 */
function takesNoFiles(dataFolder: string): boolean {
  const probes = Array.from({ length: PASSING_FILES }, (_, index) =>
    join(dataFolder, `muster.probe-${index}`),
  );
  try {
    for (const probe of probes) writeFileSync(probe, '');
    return false;
  } catch (error) {
    return systemCode(error) === 'ENOSPC';
  } finally {
    for (const probe of probes) removeQuietly(probe);
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A folder that cannot be written cannot hold a probe either.
  }
}

function folderInUse(dataFolder: string): string {
  const running = readRunFile(dataFolder);
  const which = running === undefined ? '' : ` (${running.url}, process ${running.pid})`;
  return `Another Muster${which} is using the data folder ${dataFolder}. Use that one, stop it, or choose another folder with --data.`;
}

function sealedKey(dataFolder: string): string {
  return `The key of the data folder ${dataFolder} is kept by the desktop app. Start the desktop app as the same user, or choose another folder with --data.`;
}

function fromPast(dataFolder: string): string {
  return `The data folder ${dataFolder} was made by a Muster before release 0.1.0, which this version cannot read. Nothing in it was changed. Move it away, or choose another folder with --data, and start again: the station begins empty, and headsets have to be enrolled again.`;
}

function unwritable(dataFolder: string): string {
  return `The data folder ${dataFolder} cannot be written. Give this user the right to write there, or choose another one with --data.`;
}

function fullDisk(dataFolder: string): string {
  return `The disk of the data folder ${dataFolder} is full. Free some space, then start again.`;
}

function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return error.code;
}
