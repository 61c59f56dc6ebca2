import type { ClassResult, ClassRun } from '../contract/class-run.ts';
import type { Headset } from '../contract/fleet.ts';
import type { HeadsetState } from './headset-state.ts';

/** Where a pupil's headset stands for the teacher. `here`: on somebody, but not in the app of the lesson. */
export type Presence = 'away' | 'preparing' | 'inApp' | 'here' | 'onTable';

/** Where a headset stands, from what it reported; `packageName` is the app of the lesson, null for none. */
export function presenceOf(
  headset: Pick<Headset, 'runningPackage' | 'worn' | 'isLinked'>,
  state: HeadsetState,
  packageName: string | null,
): Presence {
  if (state === 'offline' || state === 'waiting' || state === 'archived') return 'away';
  if (state === 'enrolled' || state === 'applying') return 'preparing';
  if (packageName !== null && headset.runningPackage === packageName) return 'inApp';
  return headset.worn === true ? 'here' : 'onTable';
}

/** How many headsets stand where. */
export function countPresence(all: readonly Presence[]): Readonly<Record<Presence, number>> {
  const counts = { away: 0, preparing: 0, inApp: 0, here: 0, onTable: 0 };
  for (const each of all) counts[each] += 1;
  return counts;
}

/** What became of an order: how many it reached, and whom it did not. */
export type Reached = {
  readonly total: number;
  readonly reached: number;
  /** Still on its way to these. */
  readonly underWay: number;
  readonly missed: readonly ClassResult[];
};

/** Sums an order up. */
export function reachedBy({ results }: Pick<ClassRun, 'results'>): Reached {
  const missed = results.filter(({ stage }) => stage === 'failed' || stage === 'absent');
  const underWay = results.filter(({ stage }) => stage === 'sent').length;
  return { total: results.length, reached: results.length - missed.length - underWay, underWay, missed };
}

/** An order after news of it: what the news does not name stays as it was. */
export function withNews(known: ClassRun | undefined, news: ClassRun): ClassRun {
  if (known === undefined) return news;
  const moved = new Map(news.results.map((each) => [each.id, each]));
  return { ...news, results: known.results.map((each) => moved.get(each.id) ?? each) };
}

/** True where the newest order of the kind told the class to look up, and not to go on. */
export function isLooking(runs: readonly ClassRun[]): boolean {
  return runs.find(({ action }) => action.do === 'look' || action.do === 'resume')?.action.do === 'look';
}
