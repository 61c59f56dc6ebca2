import { CLASS_LASTS_MS } from '../../../shared/contract/classroom/class.ts';
import type { ClassResult, ClassRun } from '../../../shared/contract/classroom/class-run.ts';
import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import {
  type HeadsetState,
  isOnline,
  type PresenceFacts,
} from '../../../shared/domain/devices/headset-state.ts';

/** State of a pupil's headset for a teacher. `here`: worn, but not in the app of the lesson. */
export type Presence = 'away' | 'preparing' | 'inApp' | 'here' | 'onTable';

/** The state of a headset at a time, and the app of the lesson, null for none. */
type Shown = { readonly state: HeadsetState; readonly nowMs: number; readonly packageName: string | null };

/** Returns where a headset is, from its reports. It is away exactly when Fleet shows it as offline. */
export function presenceOf(
  headset: Pick<Headset, 'runningPackage' | 'worn'> & PresenceFacts,
  { state, nowMs, packageName }: Shown,
): Presence {
  if (!isOnline(headset, nowMs) || state === 'waiting' || state === 'archived') return 'away';
  if (state === 'enrolled' || state === 'applying') return 'preparing';
  if (packageName !== null && headset.runningPackage === packageName) return 'inApp';
  return headset.worn === true ? 'here' : 'onTable';
}

/** Counts headsets by where they are. */
export function countPresence(all: readonly Presence[]): Readonly<Record<Presence, number>> {
  const counts = { away: 0, preparing: 0, inApp: 0, here: 0, onTable: 0 };
  for (const each of all) counts[each] += 1;
  return counts;
}

/**
 * Summary of an action: how many headsets it reached and when last, which ones get it when they return, and which
 * ones it missed.
 */
export type Reached = {
  readonly total: number;
  readonly reached: number;
  /** When the last of them received it; null while none has. */
  readonly reachedAt: string | null;
  /** Still being sent to these. */
  readonly underWay: number;
  /** Offline, and informed when they return. */
  readonly waiting: readonly ClassResult[];
  readonly missed: readonly ClassResult[];
};

/** Summarises an action as of `nowMs`. */
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

/** Returns true for an offline headset that is informed as soon as it returns. */
export function isAwaited({ stage, waitsUntil }: ClassResult, nowMs: number): boolean {
  return stage === 'absent' && waitsUntil !== null && Date.parse(waitsUntil) > nowMs;
}

/** How long a tile shows the answer of a headset, in ms. After that the state of the headset matters more. */
const ANSWER_SHOWN_MS = 60_000;

/** Returns true for a headset that answered and did not carry the action out: looking at it does not help. */
export function isRefusal({ stage, reason }: Pick<ClassResult, 'stage' | 'reason'>): boolean {
  return stage === 'failed' && reason !== null && reason !== 'NO_ANSWER';
}

/** Returns true for a headset that carried an action out, or refused it, a while ago. */
export function isSettled(result: ClassResult, nowMs: number): boolean {
  const isAnswered = result.stage === 'done' || isRefusal(result);
  return isAnswered && nowMs - Date.parse(result.at) > ANSWER_SHOWN_MS;
}

/**
 * Returns what a tile shows of an action: nothing once it is settled, or if the headset received it and went missing
 * since.
 */
export function shownResult(
  result: ClassResult | null,
  { presence, nowMs }: { presence: Presence; nowMs: number },
): ClassResult | null {
  if (result === null || isSettled(result, nowMs)) return null;
  const hasIt = result.stage === 'done' || result.stage === 'delivered';
  return hasIt && presence === 'away' ? null : result;
}

/** Merges an update into an action: results that the update does not name stay unchanged. */
export function withUpdate(known: ClassRun | undefined, update: ClassRun): ClassRun {
  if (known === undefined) return update;
  const moved = new Map(update.results.map((each) => [each.id, each]));
  return { ...update, results: known.results.map((each) => moved.get(each.id) ?? each) };
}

/**
 * Merges an action that was read with the updates received for it, keeping the later result of each headset. Updates
 * may start in the middle of an action, and those from before a disconnection may be stale.
 */
export function withUpdates(read: ClassRun, received: ClassRun | undefined): ClassRun {
  if (received === undefined) return read;
  const known = new Map(received.results.map((each) => [each.id, each]));
  const results = read.results.map((each) => {
    const other = known.get(each.id);
    return other !== undefined && Date.parse(other.at) >= Date.parse(each.at) ? other : each;
  });
  return { ...read, isRunning: results.some(({ stage }) => stage === 'sent'), results };
}

/**
 * Returns the action that a board shows: the newest for any of its headsets, unless it or a newer one was dismissed
 * or the lesson is over. `runs` are newest first.
 */
export function shownRun(
  runs: readonly ClassRun[],
  {
    members,
    dismissedId,
    nowMs,
  }: { members: ReadonlySet<string>; dismissedId: string | null; nowMs: number },
): ClassRun | null {
  for (const run of runs) {
    if (run.id === dismissedId || Date.parse(run.startedAt) + CLASS_LASTS_MS <= nowMs) return null;
    if (run.results.some(({ id }) => members.has(id))) return run;
  }
  return null;
}

/**
 * Returns the headsets in attention mode: those that received `look` and no `resume` since. An action that did not
 * reach a headset changed nothing there.
 */
export function inAttentionOf(runs: readonly ClassRun[]): ReadonlySet<string> {
  const inAttention = new Set<string>();
  const decided = new Set<string>();
  for (const { action, results } of runs) {
    if (action.do !== 'look' && action.do !== 'resume') continue;
    for (const { id, stage } of results) {
      if (stage === 'failed' || stage === 'absent' || decided.has(id)) continue;
      decided.add(id);
      if (action.do === 'look') inAttention.add(id);
    }
  }
  return inAttention;
}

/**
 * Returns true if a teacher can do something about a headset: it is missing, its battery is low, or it did not
 * answer. What it refused, and failed contents and settings, are for the technician.
 */
export function needsTeacher(presence: Presence, state: HeadsetState, result: ClassResult | null): boolean {
  const isMissed = result !== null && result.stage === 'failed' && !isRefusal(result);
  return presence === 'away' || state === 'lowBattery' || isMissed;
}

/** Returns true for an app that could not be started and is running since: it was started on the headset. */
export function isRecovered(
  { action }: Pick<ClassRun, 'action'>,
  result: ClassResult,
  presence: Presence,
): boolean {
  return action.do === 'start' && result.stage === 'failed' && presence === 'inApp';
}

/** Layout of a board: columns, and the size of a tile in px. */
export type BoardLayout = { readonly columns: number; readonly widthPx: number; readonly heightPx: number };

/** Gap between two tiles, in px. */
export const BOARD_GAP_PX = 8;
/** Maximum size of a tile, so that a single headset does not fill the screen. */
const MAX_TILE = { widthPx: 320, heightPx: 190 };
/** Minimum height at which a tile shows everything; used only to avoid scrolling. */
const MIN_HEIGHT_PX = 82;
/** Height if the board scrolls anyway: a comfortable touch target. */
const SCROLLED_HEIGHT_PX = 108;

/** Width of a view in px for which there should be space, and its shape. */
const VIEW_PX = 220;
const VIEW_SHAPE = 16 / 10;

/**
 * Returns the layout for views: pictures of 16:10 that are large enough to see something, at least two beside each
 * other, scrolled if they do not fit.
 */
export function viewsLayout({ width }: { width: number }): BoardLayout {
  const columns = Math.max(2, Math.floor((width + BOARD_GAP_PX) / (VIEW_PX + BOARD_GAP_PX)));
  const widthPx = Math.max(0, Math.floor((width - (columns - 1) * BOARD_GAP_PX) / columns));
  return { columns, widthPx, heightPx: Math.round(widthPx / VIEW_SHAPE) };
}

/** Below this width a board uses the layout for phones, in px. */
const PHONE_PX = 576;

/**
 * Returns the layout with the largest tiles that fit `count` headsets on a board of this size; if they cannot fit, as
 * many columns as possible.
 */
export function boardLayout(board: { width: number; height: number; count: number }): BoardLayout {
  const { width, height, count } = board;
  const leastWidthPx = width >= 1_150 ? 180 : width >= PHONE_PX ? 150 : 120;
  const mostFitting = Math.max(1, Math.floor((width + BOARD_GAP_PX) / (leastWidthPx + BOARD_GAP_PX)));
  // Two columns on a phone: narrower tiles are illegible, and one column would not show the class.
  const max = width < PHONE_PX ? Math.min(2, mostFitting) : mostFitting;
  const share = (px: number, parts: number): number => Math.floor((px - (parts - 1) * BOARD_GAP_PX) / parts);
  const fitting = Array.from({ length: max }, (_each, index) => index + 1)
    .map((columns) => ({
      columns,
      widthPx: Math.min(MAX_TILE.widthPx, share(width, columns)),
      heightPx: Math.min(MAX_TILE.heightPx, share(height, Math.max(1, Math.ceil(count / columns)))),
    }))
    .filter(({ heightPx }) => heightPx >= MIN_HEIGHT_PX);
  const [first, ...others] = fitting;
  if (first === undefined)
    return { columns: max, widthPx: Math.max(0, share(width, max)), heightPx: SCROLLED_HEIGHT_PX };
  // A tile is 1.5 times as wide as high, so the limiting side decides.
  const size = ({ widthPx, heightPx }: BoardLayout): number => Math.min(widthPx, heightPx * 1.5);
  return others.reduce((best, each) => (size(each) > size(best) ? each : best), first);
}
