import Database from 'better-sqlite3';

/**
 * The disk refused: it is full, or the file cannot be written or read now. Nothing of the request was stored, unless
 * marked as uncertain: written, but not confirmed by the disk.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: 'STORAGE_FULL' | 'STORAGE_UNAVAILABLE';

  constructor(
    code: StorageError['code'],
    cause: unknown,
    stored: 'not saved' | 'perhaps saved' = 'not saved',
  ) {
    super(stored === 'perhaps saved' ? UNSURE : MESSAGES[code], { cause });
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

/** SQLite error codes about the disk, not the request. Source: sqlite.org/rescode.html. */
const unavailable = [
  'SQLITE_IOERR',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
  'SQLITE_CORRUPT',
  'SQLITE_NOTADB',
  'SQLITE_BUSY',
];

/** Returns the storage error behind `error` of SQLite or of the file system, or undefined if the disk is not the cause. */
export function toStorageError(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error;
  if (error instanceof Database.SqliteError) return storageErrorOf(error.code, error);
  const code = error instanceof Error && 'syscall' in error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StorageError('STORAGE_FULL', error);
  return code === 'EROFS' ? new StorageError('STORAGE_UNAVAILABLE', error) : undefined;
}

/** Does the same from SQLite's code only, if the error came from another thread. */
export function storageErrorOf(code: string, cause: unknown): StorageError | undefined {
  // A full disk shows up as an I/O error when the shared-memory file grows.
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE') {
    return new StorageError('STORAGE_FULL', cause);
  }
  return unavailable.some((each) => code.startsWith(each))
    ? new StorageError('STORAGE_UNAVAILABLE', cause)
    : undefined;
}
