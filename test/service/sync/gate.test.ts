import fc from 'fast-check';
import { expect, test } from 'vitest';

import { Gate } from '../../../main/service/kernel/store/gate.ts';

/** Lets what was settled go on. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('thirty-two go through the gate together, and the rest once those are through', async () => {
  const gate = new Gate(40);
  let through = 0;
  const come = async (): Promise<void> => {
    await gate.pass();
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
  for (let count = 1; count <= 32; count += 1) gate.left();
  await turn();
  expect(through).toBe(40);
});

test('nobody waits at the gate for one who does not come', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 150 }), async (comes) => {
      const gate = new Gate(comes.length);
      const through = comes.map(async (does) => {
        await turn();
        if (does) await gate.pass();
        gate.left();
        return does;
      });
      expect(await Promise.all(through)).toEqual(comes);
    }),
    { numRuns: 50 },
  );
});
