/** Runs in the station's namespace: `neighbours-contest.ts '{"ours": […], "theirs": […]}'`; prints its measurements. */
import { z } from 'zod';

import { Neighbours } from '../../main/service/network/mac/neighbours.ts';
import { queryLibrary } from '../../main/service/network/mac/library.ts';

/** It starts two programs for each address: more at once take longer. */
const CONCURRENCY = 8;

const { ours, theirs } = z
  .object({ ours: z.array(z.string()), theirs: z.array(z.string()) })
  .parse(JSON.parse(process.argv[2] ?? ''));

const ourStartMs = performance.now();
const found = await new Neighbours().find(ours, AbortSignal.timeout(10_000));
const ourMs = performance.now() - ourStartMs;

const theirStartMs = performance.now();
const queue = theirs.values();
let known = 0;
await Promise.all(
  Array.from({ length: CONCURRENCY }, async () => {
    for (const ip of queue) if (await isKnown(ip)) known += 1;
  }),
);
const theirMs = performance.now() - theirStartMs;

console.log(JSON.stringify({ ourMs, ours: found.size, theirMs, theirs: known }));

function isKnown(ip: string): Promise<boolean> {
  return new Promise((resolve) => {
    queryLibrary(ip, (mac) => resolve(mac?.length === 17));
  });
}
