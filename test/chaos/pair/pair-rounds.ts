import { endRound, type Verdict } from '../rounds.ts';
import { chance } from '../schedule.ts';
import { judgePair } from './judge-pair.ts';
import { PairRound } from './pair-round.ts';
import type { PairSchedule } from './schedule.ts';

/** Plays two stations without a central, joins them again at the end, and checks the invariants. */
export async function playPairRound(schedule: PairSchedule): Promise<Verdict> {
  await using round = await PairRound.open(schedule);
  for (const step of schedule.steps) await round.play(step);
  const { wrong, conflicts } = await endRound(round, judgePair, chance(schedule.seed * 17 + 5));
  const { events, edits, story } = round.ledger;
  const enrolments = story.filter((line) => /"do":"(enrol|replace)".*200 /.test(line)).length;
  const takeOvers = story.filter((line) => /"do":"takeOver".*: 200/.test(line)).length;
  const joins = story.filter((line) => /(joined: |"do":"pair".*→ |; )done$/.test(line)).length;
  const freed = story.filter((line) => /^freed .*: 200$/.test(line)).length;
  return {
    seed: schedule.seed,
    wrong,
    gaps: [...round.ledger.gaps],
    story,
    counts: { events: events.length, edits: edits.length, enrolments, conflicts, takeOvers, joins, freed },
  };
}
