import { Worker } from 'node:worker_threads';
import { z } from 'zod';

import { apkFactsSchema, apkFindingSchema } from '../../../../shared/contract/content/library.ts';
import { threadEntry } from '../../kernel/workers.ts';
import type { ApkReading } from './read-apk.ts';

/** Time limit in ms; the largest known APKs take a second. */
const MAX_MS = 20_000;
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

let last: Promise<unknown> = Promise.resolve();

/**
 * Reads the APK at `path` in a separate thread, with limits on time and memory, so that no file can affect anything
 * else. One at a time.
 */
export function readApkApart(path: string): Promise<ApkReading> {
  const reading = last.then(() => readNow(path));
  last = reading;
  return reading;
}

function readNow(path: string): Promise<ApkReading> {
  return new Promise((resolve) => {
    const worker = new Worker(threadEntry('apk-worker'), {
      workerData: path,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    });
    const settle = (reading: ApkReading): void => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(reading);
    };
    const timer = setTimeout(() => settle({ finding: 'TOO_SLOW' }), MAX_MS);
    worker.once('message', (raw: unknown) => settle(readingSchema.parse(raw)));
    worker.once('error', (error) => settle({ finding: isOutOfMemory(error) ? 'TOO_LARGE' : 'DAMAGED' }));
  });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
