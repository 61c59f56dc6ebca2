import { expect, test } from 'vitest';

import { isLong } from '../../support/long.ts';
import { playPairRound } from './pair-rounds.ts';
import { type PairSchedule, pairScheduleOf } from './schedule.ts';

const SEED = Number(process.env['MUSTER_SEED'] ?? 201);
/** For more rounds: `npm run chaos -- --pair --seed 1 --rounds 30`. */
const ROUNDS = isLong ? 6 : 1;
/** Steps per round. */
const LENGTH = isLong ? 70 : 25;
const SEEDS = Array.from({ length: ROUNDS }, (_, index) => SEED + index);

test.for(SEEDS)(
  'nothing that was acknowledged by two stations without a central is lost or doubled, whatever breaks, seed %i',
  { timeout: 240_000 },
  async (seed) => {
    const { wrong } = await playPairRound(pairScheduleOf(seed, LENGTH));

    expect(wrong).toEqual([]);
  },
);

/** Seed 32006, shortened: an edited slot that had gone on in another record, and that its headset left on both sides. */
const ARCHIVED_TWICE: PairSchedule = {
  seed: 32_006,
  slots: { a: 4, b: 2 },
  headsets: 3,
  skewMs: { a: 60_000, b: 0 },
  steps: [
    { do: 'line', is: 'cut' },
    { do: 'enrol', at: 'a', slot: 0, headset: 2 },
    { do: 'enrol', at: 'b', slot: 0, headset: 0 },
    { do: 'line', is: 'good' },
    { do: 'sync' },
    { do: 'decide', take: 'there' },
    { do: 'sync' },
    { do: 'takeOver', isPartnerGone: false },
    { do: 'sync' },
    { do: 'end', at: 'b' },
    { do: 'enrol', at: 'a', slot: 3, headset: 2 },
    { do: 'edit', at: 'b', slot: 0, field: 'label' },
    { do: 'enrol', at: 'b', slot: 4, headset: 2 },
    { do: 'create', at: 'b' },
    { do: 'create', at: 'b' },
  ],
};

test(
  'an edit stays in the archived record of a slot that had gone on in another record before',
  { timeout: 240_000 },
  async () => {
    const { wrong, story } = await playPairRound(ARCHIVED_TWICE);

    expect(story).toContainEqual(expect.stringMatching(/"do":"decide".* 200 there$/));
    expect(wrong).toEqual([]);
  },
);
