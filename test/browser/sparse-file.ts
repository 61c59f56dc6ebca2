import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, truncateSync, writeSync } from 'node:fs';

import { MIB, someBytes } from '../service/content/library/files.ts';

/** Creates a sparse file of any size, with some unique bytes in it. */
export function aSparseFile(path: string, sizeBytes: number): void {
  const file = openSync(path, 'w');
  truncateSync(path, sizeBytes);
  for (const share of [0, 0.1, 0.5, 0.9]) {
    writeSync(file, someBytes(1_000), 0, 1_000, Math.floor(sizeBytes * share));
  }
  closeSync(file);
}

/** Returns the SHA-256 of a file in hexadecimal. */
export async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path, { highWaterMark: MIB })) hash.update(part as Buffer);
  return hash.digest('hex');
}
