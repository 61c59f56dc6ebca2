import { parentPort } from 'node:worker_threads';

import { z } from 'zod';

import { queryLibrary } from './library.ts';

const questionSchema = z.object({ id: z.int(), ip: z.ipv4() });

/** Answers each request once, or never if the library never calls back. */
parentPort?.on('message', (message: unknown) => {
  const { id, ip } = questionSchema.parse(message);
  queryLibrary(ip, (mac) => parentPort?.postMessage({ id, mac }));
});
