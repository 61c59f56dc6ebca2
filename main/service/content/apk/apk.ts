import { rm } from 'node:fs/promises';
import { z } from 'zod';

import { apkFactsSchema, apkFindingSchema } from '../../../../shared/contract/content/library.ts';
import { Mutex } from '../../kernel/mutex.ts';
import { askThread } from '../../kernel/workers.ts';
import type { ApkReading } from './read-apk.ts';

/** Time limit in ms; the largest known APKs take a second, a packed bundle of 4 GB about twenty. */
const MAX_MS = 60_000;
/** Maximum size of an APK that must be unpacked to be read. Android installs none that is larger. */
const MAX_APK_BYTES = 2 ** 32;
/**
 * Never reached, because the data read from a file is limited: a thread that exceeds its heap may end the whole
 * process.
 */
const MAX_HEAP_MIB = 512;

const readingSchema = z.union([
  z.object({ finding: apkFindingSchema }),
  z.object({
    facts: apkFactsSchema,
    icon: z.custom<Uint8Array>((value) => value instanceof Uint8Array).nullable(),
  }),
]);

/** Where a packed part may be unpacked for a moment, and how much space there is. */
type Space = { readonly scratchPath: string; readonly freeBytes: () => Promise<number> };

const oneAtATime = new Mutex();

/**
 * Reads the app at `path` in a separate thread, with limits on time, memory and disk, so that no file can affect
 * anything else. One at a time.
 */
export function readAppApart(path: string, { scratchPath, freeBytes }: Space): Promise<ApkReading> {
  return oneAtATime.run(async () => {
    const scratch = { path: scratchPath, maxBytes: Math.min(MAX_APK_BYTES, await freeBytes()) };
    const data = { path, scratch };
    const answer = await askThread('apk-worker', { data, maxMs: MAX_MS, maxHeapMib: MAX_HEAP_MIB });
    // A thread that was stopped leaves it.
    await rm(scratchPath, { force: true });
    if (answer.kind === 'answered') return readingSchema.parse(answer.raw);
    if (answer.kind === 'slow') return { finding: 'TOO_SLOW' };
    return { finding: isOutOfMemory(answer.error) ? 'TOO_LARGE' : 'DAMAGED' };
  });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
