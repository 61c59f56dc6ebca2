import { judge } from './judge.ts';
import type { Acts } from './acts.ts';
import { type CentralKind, Round } from './play.ts';
import { chance, type Schedule } from './schedule.ts';

/** The result of a round. */
export type Verdict = {
  readonly seed: number;
  readonly wrong: readonly string[];
  /** Descriptions of what was lost because the central has no conditional writes. */
  readonly gaps: readonly string[];
  readonly story: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
};

/** How many rounds of decisions may be needed: a decision at one station can cause a conflict at another. */
const MAX_DECISIONS = 6;

/**
 * Runs a schedule against a central, waits until it is idle, checks the invariants, decides every conflict, and checks
 * again.
 */
export async function playRound(schedule: Schedule, kind: CentralKind): Promise<Verdict> {
  await using round = await Round.open(schedule, kind);
  for (const step of schedule.steps) await round.play(step);
  const { wrong, conflicts } = await endRound(round, judge, chance(schedule.seed * 17 + 5));
  const { events, edits, story } = round.ledger;
  const enrolments = story.filter((line) => /"do":"enrol".*→ 200/.test(line)).length;
  return {
    seed: schedule.seed,
    wrong,
    gaps: [...round.ledger.gaps],
    story,
    counts: { events: events.length, edits: edits.length, enrolments, conflicts },
  };
}

/** Waits until a round is idle, checks the invariants, decides every conflict, and checks again. */
export async function endRound<Played extends Acts & { settle(): Promise<void> }>(
  round: Played,
  judge: (round: Played) => Promise<string[]>,
  random: () => number,
): Promise<{ readonly wrong: readonly string[]; readonly conflicts: number }> {
  await round.settle();
  const first = await judge(round);
  let conflicts = 0;
  const undecidable: string[] = [];
  for (let time = 1; first.length === 0; time += 1) {
    const open = (
      await Promise.all(
        round.names.map(async (name) => (await round.conflicts(name)).map((each) => ({ name, each }))),
      )
    ).flat();
    if (open.length === 0) break;
    if (time > MAX_DECISIONS) {
      undecidable.push(`conflicts do not end: ${JSON.stringify(open)}`);
      break;
    }
    conflicts += open.length;
    for (const { name, each } of open) {
      // An earlier decision may have settled it, or moved it to another record.
      const now = (await round.conflicts(name)).find(({ id }) => id === each['id']);
      if (now === undefined) continue;
      const answer = await round.decide(name, now, random() < 0.5 ? 'here' : 'there');
      round.ledger.story.push(`decided at ${name}: ${JSON.stringify(now)} → ${answer}`);
      if (!answer.startsWith('200')) undecidable.push(`${name}: ${JSON.stringify(now)} → ${answer}`);
    }
    await round.settle();
  }
  const wrong = first.length > 0 ? first : [...undecidable, ...(conflicts > 0 ? await judge(round) : [])];
  return { wrong, conflicts };
}

/** Reduces a failing schedule: removes as many steps as possible within a number of rounds. */
export async function shorten<Any extends { readonly steps: readonly unknown[] }>(
  schedule: Any,
  playRound: (schedule: Any) => Promise<Verdict>,
  maxRounds = 40,
): Promise<{ readonly schedule: Any; readonly verdict: Verdict | undefined }> {
  let [best, verdict]: [Any, Verdict | undefined] = [schedule, undefined];
  let rounds = 0;
  for (
    let size = Math.ceil(best.steps.length / 2);
    size >= 1 && rounds < maxRounds;
    size = Math.floor(size / 2)
  ) {
    for (let at = 0; at < best.steps.length && rounds < maxRounds;) {
      const steps = best.steps.toSpliced(at, size);
      rounds += 1;
      const tried = await playRound({ ...best, steps });
      if (tried.wrong.length > 0) [best, verdict] = [{ ...best, steps }, tried];
      else at += size;
    }
  }
  return { schedule: best, verdict };
}
