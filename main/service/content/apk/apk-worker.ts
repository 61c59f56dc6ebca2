import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

import { readApp } from './read-app.ts';

const dataSchema = z.object({
  path: z.string(),
  scratch: z.object({ path: z.string(), maxBytes: z.number() }),
});

// Reads one app, which may be crafted to take much time or memory.
const { path, scratch } = dataSchema.parse(workerData);
parentPort?.postMessage(await readApp(path, scratch));
