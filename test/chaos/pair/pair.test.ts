import { expect, test } from 'vitest';

import { isLong } from '../../support/long.ts';
import { playPairRound } from './pair-rounds.ts';
import { pairScheduleOf } from './schedule.ts';

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
