import { expect, test } from 'vitest';

import { isLong } from '../support/long.ts';
import { BREAKS, CASES, type LostCase, openTable, playCase, STEPS } from './lost-answers.ts';
import { chance } from './schedule.ts';

const SEED = Number(process.env['MUSTER_SEED'] ?? 3);
/** Cases of the short set. */
const SOME = 2;

async function play(cases: readonly LostCase[]): Promise<object[]> {
  await using round = await openTable(cases.length);
  const found: object[] = [];
  for (const [number, lost] of cases.entries()) {
    const wrong = await playCase(round, lost, number);
    if (wrong.length > 0) found.push({ ...lost, wrong, story: [...round.ledger.story] });
  }
  return found;
}

const parts = STEPS.flatMap((step) => BREAKS.map((where) => ({ step, where })));

if (isLong)
  test.for(parts)(
    'the answer to $step is lost, $where, and something happens elsewhere: nothing is lost, and no later enrolment is ended',
    { timeout: 900_000 },
    async ({ step, where }) => {
      expect(await play(CASES.filter((each) => each.step === step && each.where === where))).toEqual([]);
    },
  );
else
  test(
    `an answer is lost, and something happens elsewhere: nothing is lost, and no later enrolment is ended, seed ${String(SEED)}`,
    { timeout: 120_000 },
    async () => {
      const random = chance(SEED);
      const cases = Array.from({ length: SOME }, () => CASES[Math.floor(random() * CASES.length)]);

      expect(await play(cases.filter((each) => each !== undefined))).toEqual([]);
    },
  );
