import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems assign themselves (Linux from 32768, others from 49152): no connection takes a port while its server is restarted. */
const RANGE = { first: 12_000, workers: 8, each: 2_500 };

/** Each worker of a run has its own ports, so that none takes a port that another has reserved. */
const first = RANGE.first + (Number(process.env['VITEST_POOL_ID'] ?? 0) % RANGE.workers) * RANGE.each;
// Another run at the same time begins elsewhere.
let tried = Math.floor(Math.random() * RANGE.each);

/** Returns a port that is free on every address of this computer, and that no other test gets. */
export async function aFreePort(): Promise<number> {
  for (let count = 0; count < RANGE.each; count += 1) {
    tried += 1;
    const port = first + (tried % RANGE.each);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${String(first)} on is free.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '0.0.0.0');
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
