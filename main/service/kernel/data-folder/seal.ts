import { existsSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

import { SEAL_FILE, STORE_FILE } from '../backups/recovery.ts';

const sealSchema = z.object({ sizeBytes: z.number(), mtimeMs: z.number() });

/** Records the size and time of the store file after a clean stop. */
export function sealStore(folder: string): void {
  const { size, mtimeMs } = statSync(join(folder, STORE_FILE));
  writeFileSync(join(folder, SEAL_FILE), JSON.stringify({ sizeBytes: size, mtimeMs }), { mode: 0o600 });
}

/**
 * Returns true if the last station stopped cleanly and its store is unchanged since: it was sound when it was closed,
 * so the thorough check may wait until the station is running. Removes the seal; a crash leaves none.
 */
export function breakSeal(folder: string): boolean {
  const path = join(folder, SEAL_FILE);
  if (!existsSync(path)) return false;
  const seal = readSeal(path);
  unlinkSync(path);
  const store = statSync(join(folder, STORE_FILE), { throwIfNoEntry: false });
  if (seal === undefined || store === undefined || existsSync(join(folder, `${STORE_FILE}-wal`)))
    return false;
  return store.size === seal.sizeBytes && store.mtimeMs === seal.mtimeMs;
}

function readSeal(path: string): z.infer<typeof sealSchema> | undefined {
  try {
    return sealSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // An unreadable seal counts as broken: the store is then checked first.
    return undefined;
  }
}
