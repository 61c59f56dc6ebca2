import { copyFileSync, readFileSync, statSync } from 'node:fs';

import { fileStamp } from '../../clock.ts';

/**
 * A write-ahead log that is damaged in the middle, so that later frames are not read. The file was kept under another
 * name.
 */
export type LogBreak = { readonly keptAs: string; readonly lostFrames: number };

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** Source: sqlite.org/fileformat2.html#walformat; the last bit states the byte order of the checksum. */
const MAGIC = 0x377f0682;

/**
 * Checks the log that a crash left beside the store `file`, before SQLite reads it. SQLite reads up to the first
 * frame with a wrong checksum and silently drops the rest: an unfinished end is no loss, but if frames of the same
 * run follow it, something that was written is lost. The log is then kept in case more of it can be recovered. A
 * power cut may leave such a gap among writes that were never acknowledged, so writes only "may be missing".
 */
export function keepBrokenLog(file: string, nowMs: number): LogBreak | undefined {
  const path = `${file}-wal`;
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= HEADER_BYTES) return undefined;
  const lostFrames = framesBehindBreak(readFileSync(path));
  if (lostFrames === 0) return undefined;
  const keptAs = `${path}.damaged-${fileStamp(nowMs)}`;
  copyFileSync(path, keptAs);
  return { keptAs, lostFrames };
}

/** Returns how many frames of its run follow the first one that SQLite cannot read. */
export function framesBehindBreak(log: Buffer): number {
  const magic = log.readUInt32BE(0);
  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(8);
  // No log, or one without a valid header: SQLite reads nothing of it.
  if (Math.abs(magic - MAGIC) > 1 || frameBytes < FRAME_HEADER_BYTES + 512) return 0;
  const sum = checksum(magic !== MAGIC);
  let sums = sum(log, [0, HEADER_BYTES - 8], [0, 0]);
  const isWhole = sums[0] === log.readUInt32BE(24) && sums[1] === log.readUInt32BE(28);
  let behind = 0;
  let isBroken = !isWhole;
  for (let at = HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes) {
    // Other salts: a frame from before the log was restarted.
    if (!log.subarray(at + 8, at + 16).equals(log.subarray(16, 24))) break;
    if (isBroken) {
      behind += 1;
      continue;
    }
    sums = sum(log, [at, at + 8], sums);
    sums = sum(log, [at + FRAME_HEADER_BYTES, at + frameBytes], sums);
    isBroken = sums[0] !== log.readUInt32BE(at + 16) || sums[1] !== log.readUInt32BE(at + 20);
  }
  return behind;
}

type Sums = readonly [number, number];

/** Returns a function for the running checksum of the log over a range of `bytes`. */
function checksum(isBigEndian: boolean) {
  return (bytes: Buffer, [from, to]: readonly [number, number], [first, second]: Sums): Sums => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = from; at < to; at += 8) {
      first = (first + view.getUint32(at, !isBigEndian) + second) >>> 0;
      second = (second + view.getUint32(at + 4, !isBigEndian) + first) >>> 0;
    }
    return [first, second];
  };
}
