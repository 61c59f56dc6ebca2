import Database from 'better-sqlite3';

/**
 * The disk refused: it is full, or the file cannot be written or read just now. Nothing of the request was kept, except where
 * it is said to be perhaps: it was written, and the disk did not confirm it.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: 'STORAGE_FULL' | 'STORAGE_UNAVAILABLE';

  constructor(code: StorageError['code'], cause: unknown, kept: 'not saved' | 'perhaps saved' = 'not saved') {
    super(kept === 'perhaps saved' ? UNSURE : MESSAGES[code], { cause });
    this.code = code;
  }
}

const MESSAGES = {
  STORAGE_FULL: 'The disk of this station is full. Nothing was saved. Free some space; no restart is needed.',
  STORAGE_UNAVAILABLE:
    'The data of this station is not available right now. Nothing was saved. Check the disk, then try again.',
} as const;

const UNSURE =
  'The disk of this station did not confirm the change, so it may be lost. Check the disk, then try again.';

/** Codes of SQLite that speak of the disk, not of the request. Source: sqlite.org/rescode.html. */
const unavailable = [
  'SQLITE_IOERR',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
  'SQLITE_CORRUPT',
  'SQLITE_NOTADB',
  'SQLITE_BUSY',
];

/** The storage error behind `error`, or undefined when the disk is not to blame. */
export function toStorageError(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error;
  if (!(error instanceof Database.SqliteError)) return undefined;
  return storageErrorOf(error.code, error);
}

/** The same from SQLite's code alone, where the error came from another thread. */
export function storageErrorOf(code: string, cause: unknown): StorageError | undefined {
  // Growing the shared-memory file is where a full disk shows as an I/O error.
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE') {
    return new StorageError('STORAGE_FULL', cause);
  }
  return unavailable.some((each) => code.startsWith(each))
    ? new StorageError('STORAGE_UNAVAILABLE', cause)
    : undefined;
}
