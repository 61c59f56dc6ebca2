import fc from 'fast-check';
import { expect, test } from 'vitest';

import { Barrier } from '../../../main/service/kernel/store/barrier.ts';

/** Lets resolved promises continue. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('thirty-two pass the barrier together, and the rest after them', async () => {
  const barrier = new Barrier(40);
  let through = 0;
  const come = async (): Promise<void> => {
    await barrier.pass();
    through += 1;
  };
  for (let count = 1; count <= 31; count += 1) void come();
  await turn();
  expect(through).toBe(0);
  void come();
  await turn();
  expect(through).toBe(32);
  for (let count = 33; count <= 40; count += 1) void come();
  await turn();
  expect(through).toBe(32);
  for (let count = 1; count <= 32; count += 1) barrier.left();
  await turn();
  expect(through).toBe(40);
});

test('nobody waits at the barrier for a writer that left', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 150 }), async (comes) => {
      const barrier = new Barrier(comes.length);
      const through = comes.map(async (does) => {
        await turn();
        if (does) await barrier.pass();
        barrier.left();
        return does;
      });
      expect(await Promise.all(through)).toEqual(comes);
    }),
    { numRuns: 50 },
  );
});
