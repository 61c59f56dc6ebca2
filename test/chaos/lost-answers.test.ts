import { expect, test } from 'vitest';

import { isLong } from '../support/long.ts';
import { BREAKS, CASES, type LostCase, openTable, playCase, STEPS } from './lost-answers.ts';
import { chance } from './schedule.ts';

const SEED = Number(process.env['MUSTER_SEED'] ?? 3);
/** Cases of the short set. */
const SOME = 2;

type Part = { readonly title: string; readonly cases: readonly LostCase[] };

/** Whether every case is played, which takes about an hour; otherwise the first and the middle of each part. */
const IS_WHOLE = process.env['MUSTER_TABLE'] === 'whole';

/** Cases by step and place. */
function allParts(): Part[] {
  return STEPS.flatMap((step) =>
    BREAKS.map((where) => {
      const all = CASES.filter((each) => each.step === step && each.where === where);
      const cases = IS_WHOLE ? all : all.filter((_, index) => index % 7 === 0);
      return { title: `${step}, ${where}`, cases };
    }),
  );
}

/** A few cases that depend on the seed. */
function somePart(): Part {
  const random = chance(SEED);
  const cases = Array.from({ length: SOME }, () => CASES[Math.floor(random() * CASES.length)]);
  return { title: `seed ${String(SEED)}`, cases: cases.filter((each) => each !== undefined) };
}

test.for(isLong ? allParts() : [somePart()])(
  'an answer is lost, and something happens elsewhere: nothing is lost, and no later enrolment is ended: $title',
  { timeout: 900_000 },
  async ({ cases }) => {
    await using round = await openTable(cases.length);
    const found: object[] = [];
    for (const [number, lost] of cases.entries()) {
      const wrong = await playCase(round, lost, number);
      if (wrong.length > 0) found.push({ ...lost, wrong, story: [...round.ledger.story] });
      // What went wrong would be found again in each of the following cases.
      if (wrong.length > 0) break;
    }

    expect(found).toEqual([]);
  },
);
