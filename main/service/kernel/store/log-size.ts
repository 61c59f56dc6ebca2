import { statSync } from 'node:fs';

/** The log is folded into the store once it is this large: pages that are written often are then copied once for many. */
export const FOLD_AT_BYTES = 48 * 1024 * 1024;

/** At this size nothing waits for the thread any more. */
export const FOLD_NOW_BYTES = 2 * FOLD_AT_BYTES;

/** Size of the write-ahead log of the store `file`, in bytes. */
export function logBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
