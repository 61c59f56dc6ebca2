import { parentPort } from 'node:worker_threads';

import nodeArp from 'node-arp';
import { z } from 'zod';

const questionSchema = z.object({ id: z.int(), ip: z.ipv4() });

/** Answers each question once; where the library never calls back, never. */
parentPort?.on('message', (message: unknown) => {
  const { id, ip } = questionSchema.parse(message);
  nodeArp.getMAC(ip, (isError, mac) => {
    parentPort?.postMessage({ id, mac: !isError && typeof mac === 'string' ? mac : null });
  });
});
