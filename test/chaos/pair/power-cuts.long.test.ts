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

type CutNow = () => Promise<void>;

/** What the stations are made to do, in two parts: people work in between. */
const ACTS = [
  {
    what: 'two stations join',
    prepare: async (round: PairRound, cutNow: CutNow) => {
      await round.endAll();
      return () => round.pair(cutNow);
    },
  },
  {
    what: 'a station takes over',
    prepare: (round: PairRound, cutNow: CutNow, index: number) => () =>
      Promise.all([round.becomeServing(index % 2 === 0).catch(() => 'killed'), cutNow()]),
  },
];

test.for(ACTS)(
  'if the power is cut while $what, nothing is lost or doubled, and they work together again',
  { timeout: 600_000 },
  async ({ prepare }) => {
    await using round = await aRound();
    for (const [index, afterMs] of MOMENTS.entries())
      for (const at of KILLED) {
        await round.settle();
        const act = await prepare(round, () => cutPower(round, at, afterMs), index);
        await work(round, index);
        await act();
        const { wrong } = await endRound(round, judgePair, chance(index));
        expect({ at, afterMs, wrong }).toEqual({ at, afterMs, wrong: [] });
      }
  },
);
