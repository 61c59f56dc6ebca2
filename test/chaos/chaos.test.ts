import { expect, test } from 'vitest';

import { isLong } from '../support/long.ts';
import { playRound } from './rounds.ts';
import { scheduleOf } from './schedule.ts';

const SEED = Number(process.env['MUSTER_SEED'] ?? 44);
/** For more rounds: `npm run chaos -- --seed 1 --rounds 100`. */
const ROUNDS = isLong ? 6 : 1;
/** Steps per round. */
const LENGTH = isLong ? 70 : 25;
const SEEDS = Array.from({ length: ROUNDS }, (_, index) => SEED + index);

test.for(SEEDS)(
  'nothing that was acknowledged between three stations and a central is lost, whatever breaks, seed %i',
  { timeout: 240_000 },
  async (seed) => {
    const { wrong } = await playRound(scheduleOf(seed, LENGTH), 'muster');

    expect(wrong).toEqual([]);
  },
);
