import { copyFileSync, readFileSync, statSync } from 'node:fs';

import { fileStamp } from '../backups/backup.ts';

/** A log that is damaged in the middle: what stands behind is not read any more. Its file was kept under another name. */
export type LogBreak = { readonly keptAs: string; readonly lostFrames: number };

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** Source: sqlite.org/fileformat2.html#walformat; the last bit says in which order the bytes are summed. */
const MAGIC = 0x377f0682;

/**
 * Looks at the log that a crash left beside the store `file`, before SQLite reads it. SQLite reads up to the first frame whose
 * checksum is wrong and drops the rest in silence: an unfinished end is no loss, but where frames of the same run stand behind
 * it, something that was written is gone. Then the log is kept for whoever can save more of it. A power cut may leave such a
 * gap among writes that nobody was promised, so that "may be missing" is all that can be said.
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

/** How many frames of its run stand behind the first one that SQLite cannot read. */
export function framesBehindBreak(log: Buffer): number {
  const magic = log.readUInt32BE(0);
  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(8);
  // No log, or one whose beginning is gone: SQLite reads nothing of it, as of one that was never begun.
  if (Math.abs(magic - MAGIC) > 1 || frameBytes < FRAME_HEADER_BYTES + 512) return 0;
  const sum = checksum(magic !== MAGIC);
  let sums = sum(log, [0, HEADER_BYTES - 8], [0, 0]);
  const isWhole = sums[0] === log.readUInt32BE(24) && sums[1] === log.readUInt32BE(28);
  let behind = 0;
  let isBroken = !isWhole;
  for (let at = HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes) {
    // Another run: left from before the log began anew.
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

/** The running checksum of the log over `bytes` from one place to another. */
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
