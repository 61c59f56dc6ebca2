import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

import { readWorkbook } from './read-workbook.ts';

// Reads one workbook, which may be crafted to take much time or memory.
const inputSchema = z.object({
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  sheet: z.string().nullable(),
});
const { bytes, sheet } = inputSchema.parse(workerData);
parentPort?.postMessage(await readWorkbook(bytes, sheet));
