import Database from 'better-sqlite3';
import { expect, test } from 'vitest';

import {
  StorageError,
  storageErrorOf,
  toStorageError,
} from '../../../../main/service/kernel/store/storage-error.ts';

test.for([
  ['SQLITE_FULL', 'STORAGE_FULL'],
  // A full disk shows up so when the shared-memory file grows.
  ['SQLITE_IOERR_SHMSIZE', 'STORAGE_FULL'],
  ['SQLITE_IOERR', 'STORAGE_UNAVAILABLE'],
  ['SQLITE_IOERR_WRITE', 'STORAGE_UNAVAILABLE'],
  ['SQLITE_READONLY_DBMOVED', 'STORAGE_UNAVAILABLE'],
  ['SQLITE_CANTOPEN', 'STORAGE_UNAVAILABLE'],
  ['SQLITE_CORRUPT_INDEX', 'STORAGE_UNAVAILABLE'],
  ['SQLITE_NOTADB', 'STORAGE_UNAVAILABLE'],
  ['SQLITE_BUSY', 'STORAGE_UNAVAILABLE'],
  ['SQLITE_BUSY_SNAPSHOT', 'STORAGE_UNAVAILABLE'],
  // These are faults of the request.
  ['SQLITE_CONSTRAINT_UNIQUE', undefined],
  ['SQLITE_ERROR', undefined],
] as const)('SQLite says %s: the disk is %s', ([code, expected]) => {
  const error = new Database.SqliteError('no', code);
  expect(toStorageError(error)?.code).toBe(expected);
  expect(storageErrorOf(code, error)?.code).toBe(expected);
});

test.for([
  ['ENOSPC', 'STORAGE_FULL'],
  ['EDQUOT', 'STORAGE_FULL'],
  ['EROFS', 'STORAGE_UNAVAILABLE'],
  ['ENOENT', undefined],
] as const)('the file system says %s: the disk is %s', ([code, expected]) => {
  const error = Object.assign(new Error('no'), { syscall: 'write', code });
  expect(toStorageError(error)?.code).toBe(expected);
});

test('an error that only has such a code does not come from the disk', () => {
  expect(toStorageError(Object.assign(new Error('no'), { code: 'ENOSPC' }))).toBeUndefined();
  expect(toStorageError({ syscall: 'write', code: 'ENOSPC' })).toBeUndefined();
});

test('a storage error stays the same, and says whether the change may be stored', () => {
  const [lost, unsure] = (['not saved', 'perhaps saved'] as const).map(
    (stored) => new StorageError('STORAGE_FULL', undefined, stored),
  );
  expect(toStorageError(lost)).toBe(lost);
  expect(lost?.message).toContain('Nothing was saved');
  expect(unsure?.message).toContain('may be lost');
});
