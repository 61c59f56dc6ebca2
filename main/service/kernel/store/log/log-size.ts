import { statSync } from 'node:fs';

/** Size at which the log is checkpointed, in bytes: frequently written pages are then copied once for many writes. */
export const FOLD_AT_BYTES = 48 * 1024 * 1024;

/** A larger log is shortened once it is checkpointed, in bytes. */
export const SHORTEN_AT_BYTES = 2 * FOLD_AT_BYTES;

/** From this size on writers wait for the checkpoint, in bytes, as they outrun it. */
export const WAIT_AT_BYTES = 8 * FOLD_AT_BYTES;

/** Returns the size of the write-ahead log of the store `file`, in bytes. */
export function logBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
