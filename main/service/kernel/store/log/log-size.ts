import { statSync } from 'node:fs';

/** Size at which the log is checkpointed, in bytes: frequently written pages are then copied once for many writes. */
export const FOLD_AT_BYTES = 48 * 1024 * 1024;

/** From this size on writers do not wait for the thread any more, in bytes. */
export const FOLD_NOW_BYTES = 2 * FOLD_AT_BYTES;

/** Returns the size of the write-ahead log of the store `file`, in bytes. */
export function logBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
