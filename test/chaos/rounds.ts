import { judge } from './judge.ts';
import { type CentralKind, Round } from './play.ts';
import { chance, type Schedule, STATIONS } from './schedule.ts';

/** What came of a round. */
export type Verdict = {
  readonly seed: number;
  readonly wrong: readonly string[];
  readonly story: readonly string[];
  readonly counts: {
    readonly events: number;
    readonly edits: number;
    readonly enrolments: number;
    readonly conflicts: number;
  };
};

/** How often conflicts are decided until there must be none: what is decided at one station may be asked at another. */
const MOST_DECISIONS = 6;

/** Plays a schedule against a central, lets it come to rest, judges, decides every conflict, and judges again. */
export async function playRound(schedule: Schedule, kind: CentralKind): Promise<Verdict> {
  await using round = await Round.open(schedule, kind);
  for (const step of schedule.steps) await round.play(step);
  await round.quiet();
  const first = await judge(round);
  let conflicts = 0;
  const undecidable: string[] = [];
  const luck = chance(schedule.seed * 17 + 5);
  for (let time = 1; first.length === 0; time += 1) {
    const open = (
      await Promise.all(
        STATIONS.map(async (name) => (await round.conflicts(name)).map((each) => ({ name, each }))),
      )
    ).flat();
    if (open.length === 0) break;
    if (time > MOST_DECISIONS) {
      undecidable.push(`conflicts do not end: ${JSON.stringify(open)}`);
      break;
    }
    conflicts += open.length;
    for (const { name, each } of open) {
      // One that an earlier decision settled is not open any more.
      if (!(await round.conflicts(name)).some(({ id }) => id === each['id'])) continue;
      const said = await round.decide(name, each, luck() < 0.5 ? 'here' : 'there');
      round.ledger.story.push(`decided at ${name}: ${JSON.stringify(each)} → ${said}`);
      if (!said.startsWith('200')) undecidable.push(`${name}: ${JSON.stringify(each)} → ${said}`);
    }
    await round.quiet();
  }
  const { events, edits, story } = round.ledger;
  const wrong = first.length > 0 ? first : [...undecidable, ...(conflicts > 0 ? await judge(round) : [])];
  const enrolments = story.filter((line) => /"do":"enrol".*→ 200/.test(line)).length;
  return {
    seed: schedule.seed,
    wrong,
    story,
    counts: { events: events.length, edits: edits.length, enrolments, conflicts },
  };
}

/** Leaves out what a failure does not need: as few steps as are found within so many rounds. */
export async function shorten(
  schedule: Schedule,
  kind: CentralKind,
  mostRounds = 40,
): Promise<{ readonly schedule: Schedule; readonly verdict: Verdict | undefined }> {
  let [best, verdict]: [Schedule, Verdict | undefined] = [schedule, undefined];
  let rounds = 0;
  for (
    let size = Math.ceil(best.steps.length / 2);
    size >= 1 && rounds < mostRounds;
    size = Math.floor(size / 2)
  ) {
    for (let at = 0; at < best.steps.length && rounds < mostRounds;) {
      const steps = best.steps.toSpliced(at, size);
      rounds += 1;
      const tried = await playRound({ ...best, steps }, kind);
      if (tried.wrong.length > 0) [best, verdict] = [{ ...best, steps }, tried];
      else at += size;
    }
  }
  return { schedule: best, verdict };
}
