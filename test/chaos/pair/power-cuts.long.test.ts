// The power is cut while two stations join, or while one takes over.
import { setTimeout } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { endRound } from '../rounds.ts';
import { chance } from '../schedule.ts';
import { judgePair } from './judge-pair.ts';
import { PairRound } from './pair-round.ts';

/** When the power is cut after the last click, in ms. */
const MOMENTS = [0, 15, 40, 100, 250, 600, 1_200];
const KILLED = ['a', 'b'] as const;

/** Two stations with slots, headsets and edits, not joined by a schedule. */
function aRound(): Promise<PairRound> {
  return PairRound.open({
    seed: 7,
    slots: { a: 3, b: 2 },
    headsets: 3,
    skewMs: { a: 0, b: 0 },
    steps: [],
  });
}

/** Something is acknowledged on both sides. */
async function work(round: PairRound, number: number): Promise<void> {
  for (const [index, at] of KILLED.entries()) {
    await round.play({ do: 'enrol', at, slot: number + index, headset: index });
    await round.play({ do: 'beat', headset: index, events: 3 });
    await round.play({ do: 'edit', at, slot: number + index, field: 'label' });
  }
}

async function cutPower(round: PairRound, at: 'a' | 'b', afterMs: number): Promise<void> {
  await setTimeout(afterMs);
  await round.play({ do: 'kill', at });
}

async function judged(round: PairRound, number: number): Promise<readonly string[]> {
  return (await endRound(round, judgePair, chance(number))).wrong;
}

test(
  'if the power is cut while two stations join, nothing is lost or doubled, and they can join',
  { timeout: 600_000 },
  async () => {
    await using round = await aRound();
    for (const [index, afterMs] of MOMENTS.entries())
      for (const at of KILLED) {
        await round.settle();
        await round.endAll();
        await work(round, index);
        await round.pair(() => cutPower(round, at, afterMs));
        expect({ at, afterMs, wrong: await judged(round, index) }).toEqual({ at, afterMs, wrong: [] });
      }
  },
);

test(
  'if the power is cut while a station takes over, nothing is lost or doubled, and one of them serves',
  { timeout: 600_000 },
  async () => {
    await using round = await aRound();
    for (const [index, afterMs] of MOMENTS.entries())
      for (const at of KILLED) {
        await round.settle();
        await work(round, index);
        await Promise.all([
          round.becomeServing(index % 2 === 0).catch(() => 'killed'),
          cutPower(round, at, afterMs),
        ]);
        expect({ at, afterMs, wrong: await judged(round, index) }).toEqual({ at, afterMs, wrong: [] });
      }
  },
);
