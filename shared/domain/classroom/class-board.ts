import { CLASS_LASTS_MS } from '../../contract/classroom/class.ts';
import type { ClassResult, ClassRun } from '../../contract/classroom/class-run.ts';
import type { Headset } from '../../contract/devices/fleet.ts';
import { type HeadsetState, isThere, type PresenceFacts } from '../devices/headset-state.ts';

/** Where a pupil's headset stands for the teacher. `here`: on somebody, but not in the app of the lesson. */
export type Presence = 'away' | 'preparing' | 'inApp' | 'here' | 'onTable';

/** What a headset is shown as at a time, and the app of the lesson, null for none. */
type Shown = { readonly state: HeadsetState; readonly nowMs: number; readonly packageName: string | null };

/** Where a headset stands, from what it reported; it is away exactly where Fleet shows it offline. */
export function presenceOf(
  headset: Pick<Headset, 'runningPackage' | 'worn'> & PresenceFacts,
  { state, nowMs, packageName }: Shown,
): Presence {
  if (!isThere(headset, nowMs) || state === 'waiting' || state === 'archived') return 'away';
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

/** What became of an order: how many it reached and when last, who gets it on its return, and whom it missed. */
export type Reached = {
  readonly total: number;
  readonly reached: number;
  /** When the last of them had it; null while none has. */
  readonly reachedAt: string | null;
  /** Still on its way to these. */
  readonly underWay: number;
  /** Away, and told when they are back. */
  readonly waiting: readonly ClassResult[];
  readonly missed: readonly ClassResult[];
};

/** Sums an order up as it stands at `nowMs`. */
export function reachedBy({ results }: Pick<ClassRun, 'results'>, nowMs: number): Reached {
  const unreached = results.filter(({ stage }) => stage === 'failed' || stage === 'absent');
  const waiting = unreached.filter((result) => isAwaited(result, nowMs));
  const underWay = results.filter(({ stage }) => stage === 'sent').length;
  const times = results.flatMap(({ reachedAt }) => reachedAt ?? []);
  return {
    total: results.length,
    reached: results.length - unreached.length - underWay,
    reachedAt: times.reduce<string | null>(
      (last, each) => (last === null || each > last ? each : last),
      null,
    ),
    underWay,
    waiting,
    missed: unreached.filter((result) => !waiting.includes(result)),
  };
}

/** True for a headset that is away and is told as soon as it is back. */
export function isAwaited({ stage, waitsUntil }: ClassResult, nowMs: number): boolean {
  return stage === 'absent' && waitsUntil !== null && Date.parse(waitsUntil) > nowMs;
}

/** How long a tile says that an order was carried out, in ms: after that a teacher wants to see what the headset does. */
const DONE_SHOWN_MS = 60_000;

/** True for a headset that carried an order out a while ago. */
export function isSettled({ stage, at }: ClassResult, nowMs: number): boolean {
  return stage === 'done' && nowMs - Date.parse(at) > DONE_SHOWN_MS;
}

/** What a tile says of an order: nothing once it is settled, nor where the headset had it and is missing since. */
export function shownResult(
  result: ClassResult | null,
  { presence, nowMs }: { presence: Presence; nowMs: number },
): ClassResult | null {
  if (result === null || isSettled(result, nowMs)) return null;
  const hasIt = result.stage === 'done' || result.stage === 'delivered';
  return hasIt && presence === 'away' ? null : result;
}

/** An order after news of it: what the news does not name stays as it was. */
export function withNews(known: ClassRun | undefined, news: ClassRun): ClassRun {
  if (known === undefined) return news;
  const moved = new Map(news.results.map((each) => [each.id, each]));
  return { ...news, results: known.results.map((each) => moved.get(each.id) ?? each) };
}

/**
 * An order as it was read, with what was heard of it: of each headset what came later. What was only heard may begin in its
 * middle, and what was heard before a cut may be old.
 */
export function withHeard(read: ClassRun, heard: ClassRun | undefined): ClassRun {
  if (heard === undefined) return read;
  const known = new Map(heard.results.map((each) => [each.id, each]));
  const results = read.results.map((each) => {
    const other = known.get(each.id);
    return other !== undefined && Date.parse(other.at) >= Date.parse(each.at) ? other : each;
  });
  return { ...read, isRunning: results.some(({ stage }) => stage === 'sent'), results };
}

/**
 * The order that a board shows: the newest that was for any of its headsets, unless it or a newer one was put away, or the
 * lesson is over. Orders stand newest first.
 */
export function shownRun(
  runs: readonly ClassRun[],
  { members, putAwayId, nowMs }: { members: ReadonlySet<string>; putAwayId: string | null; nowMs: number },
): ClassRun | null {
  for (const run of runs) {
    if (run.id === putAwayId || Date.parse(run.startedAt) + CLASS_LASTS_MS <= nowMs) return null;
    if (run.results.some(({ id }) => members.has(id))) return run;
  }
  return null;
}

/** The headsets that were told to look up and not to go on since. An order that did not reach a headset changed nothing there. */
export function lookingIn(runs: readonly ClassRun[]): ReadonlySet<string> {
  const looking = new Set<string>();
  const decided = new Set<string>();
  for (const { action, results } of runs) {
    if (action.do !== 'look' && action.do !== 'resume') continue;
    for (const { id, stage } of results) {
      if (stage === 'failed' || stage === 'absent' || decided.has(id)) continue;
      decided.add(id);
      if (action.do === 'look') looking.add(id);
    }
  }
  return looking;
}

/**
 * True where a teacher can do something about a headset: it is missing, its battery is low, or the last order did not do.
 * Contents and settings that failed wait for the technician.
 */
export function needsTeacher(presence: Presence, state: HeadsetState, result: ClassResult | null): boolean {
  return presence === 'away' || state === 'lowBattery' || result?.stage === 'failed';
}

/** True for an app that could not be started and runs since: somebody started it on the headset. */
export function isMended(
  { action }: Pick<ClassRun, 'action'>,
  result: ClassResult,
  presence: Presence,
): boolean {
  return action.do === 'start' && result.stage === 'failed' && presence === 'inApp';
}

/** How the tiles of a board stand: side by side, and each of these sizes in px. */
export type BoardLayout = { readonly columns: number; readonly widthPx: number; readonly heightPx: number };

/** Between two tiles, in px. */
export const BOARD_GAP_PX = 8;
/** A tile is never larger than this: one headset alone is no poster. */
const MOST = { widthPx: 320, heightPx: 190 };
/** The least height at which a tile still says all it has to say; only so that a class stands without scrolling. */
const LEAST_HEIGHT_PX = 82;
/** The height where the board scrolls anyway: a target for a finger. Source: ui.md section 6. */
const SCROLLED_HEIGHT_PX = 108;

/** Below this width a board is that of a phone, in px. */
const PHONE_PX = 576;

/** The largest tiles with which `count` headsets stand on a board of this size; where they cannot, as many as go side by side. */
export function boardLayout(board: { width: number; height: number; count: number }): BoardLayout {
  const { width, height, count } = board;
  const leastWidthPx = width >= 1_150 ? 180 : width >= PHONE_PX ? 150 : 120;
  const mostFitting = Math.max(1, Math.floor((width + BOARD_GAP_PX) / (leastWidthPx + BOARD_GAP_PX)));
  // On a phone two: narrower ones say nothing, and one would hide the class.
  const most = width < PHONE_PX ? Math.min(2, mostFitting) : mostFitting;
  const share = (px: number, parts: number): number => Math.floor((px - (parts - 1) * BOARD_GAP_PX) / parts);
  const fitting = Array.from({ length: most }, (_each, index) => index + 1)
    .map((columns) => ({
      columns,
      widthPx: Math.min(MOST.widthPx, share(width, columns)),
      heightPx: Math.min(MOST.heightPx, share(height, Math.max(1, Math.ceil(count / columns)))),
    }))
    .filter(({ heightPx }) => heightPx >= LEAST_HEIGHT_PX);
  const [first, ...others] = fitting;
  if (first === undefined)
    return { columns: most, widthPx: Math.max(0, share(width, most)), heightPx: SCROLLED_HEIGHT_PX };
  // A tile is half as wide again as it is high: what counts is the side that falls short of that.
  const size = ({ widthPx, heightPx }: BoardLayout): number => Math.min(widthPx, heightPx * 1.5);
  return others.reduce((best, each) => (size(each) > size(best) ? each : best), first);
}
