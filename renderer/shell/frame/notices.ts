import { create } from 'zustand';

import type { PlanSummary } from '../../../shared/contract/configuration/plans/plans.ts';
import { LOW_BATTERY_PERCENT } from '../../../shared/domain/devices/headset-limits.ts';
import type { StateOfHeadset } from '../../../shared/domain/devices/headset-state.ts';
import { planEvents } from '../../service/events.ts';
import type { Fleet, StateChange } from '../../model/fleet/fleet-changes.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';

/** A notification: some headsets need attention, a change failed, enrolment closed. */
export type Notice = {
  readonly id: number;
  /** In ms since 1970 UTC, by the station. */
  readonly atMs: number;
  readonly about:
    | {
        readonly kind: 'headsets';
        readonly state: NoticedState;
        readonly ids: readonly string[];
        /** The content that they could not download, if it is the same for all. */
        readonly file: string | null;
      }
    | { readonly kind: 'plan'; readonly planId: string; readonly title: string; readonly failed: number }
    | { readonly kind: 'enrolmentClosed' };
};

/** States of a headset that cause a notification; `profile` means that its profile could not be applied. */
const NOTICED = ['failed', 'profile', 'drifted', 'lowBattery'] as const;
export type NoticedState = (typeof NOTICED)[number];

/** Maximum number of notifications. */
const MAX_NOTICES = 50;

/** Headsets that change within this time share a notification, in ms. */
const TOGETHER_MS = 5_000;

/** One cause that returns within this time, such as a download that fails again, is one entry, in ms. */
const SAME_MS = 15 * 60_000;

type Notices = {
  /** Newest first. */
  readonly items: readonly Notice[];
  readonly unread: number;
  readonly read: () => void;
  readonly clear: () => void;
};

/** Notifications of this window, newest first. */
export const useNotices = create<Notices>((set) => ({
  items: [],
  unread: 0,
  read: () => set({ unread: 0 }),
  clear: () => set({ items: [], unread: 0 }),
}));

/**
 * Watches the fleet and, for a technician, plans and enrolment. New notifications go into the list and to `onNotice`.
 * Returns a function that stops it.
 */
export function watchForNotices(isTechnician: boolean, onNotice: (notice: Notice) => void): () => void {
  let lastId = 0;
  const notify = (about: Notice['about']): void => {
    lastId += 1;
    const { nowMs } = useFleet.getState();
    const { items, unread } = useNotices.getState();
    const same = items.find((each) => nowMs - each.atMs < SAME_MS && isSame(each.about, about));
    const isNews = same === undefined || hasMore(same.about, about);
    const notice = { id: lastId, atMs: nowMs, about: same === undefined ? about : joined(same.about, about) };
    useNotices.setState({
      items: [notice, ...items.filter((each) => each !== same)].slice(0, MAX_NOTICES),
      // A notification that grows takes its former place, also in the count of those that were not read.
      unread: same === undefined ? unread + 1 : Math.max(unread, isNews ? 1 : 0),
    });
    if (isNews) onNotice({ ...notice, about });
  };
  const stopHeadsets = watchHeadsets(notify);
  const stopRest = isTechnician ? watchWork(notify) : null;
  return () => {
    stopHeadsets();
    stopRest?.();
  };
}

/** Returns true for two notifications of one cause. A battery is reported again only after it was charged. */
function isSame(a: Notice['about'], b: Notice['about']): boolean {
  if (a.kind === 'headsets' && b.kind === 'headsets')
    return a.state !== 'lowBattery' && a.state === b.state && a.file === b.file;
  if (a.kind === 'plan' && b.kind === 'plan') return a.planId === b.planId;
  return a.kind === b.kind;
}

/** Returns true if the later one is about headsets that the earlier one is not about. */
function hasMore(earlier: Notice['about'], later: Notice['about']): boolean {
  return (
    earlier.kind !== 'headsets' ||
    later.kind !== 'headsets' ||
    later.ids.some((id) => !earlier.ids.includes(id))
  );
}

function joined(earlier: Notice['about'], later: Notice['about']): Notice['about'] {
  return earlier.kind === 'headsets' && later.kind === 'headsets'
    ? { ...later, ids: [...new Set([...earlier.ids, ...later.ids])] }
    : later;
}

/** Watches enrolment, and plans with failed headsets. */
function watchWork(notify: (about: Notice['about']) => void): () => void {
  const stopEnrolment = useFleet.subscribe((fleet, before) => {
    if (fleet.enrolment?.isOpen === false && before.enrolment?.isOpen === true)
      notify({ kind: 'enrolmentClosed' });
  });
  const received = new Map<string, string>();
  const stopPlans = planEvents.on(({ plans }) => {
    for (const plan of plans) {
      const failed = problemsOf(plan);
      // Repeated failures in the same state are not reported again.
      const text = failed === 0 ? '' : `${plan.run?.state} ${plan.run?.wave}`;
      if (text !== '' && received.get(plan.id) !== text) {
        notify({ kind: 'plan', planId: plan.id, title: plan.title, failed });
      }
      received.set(plan.id, text);
    }
  });
  return () => {
    stopEnrolment();
    stopPlans();
  };
}

/** Returns how many headsets of a plan failed once it has stopped; 0 while it runs or all is well. */
function problemsOf({ run }: PlanSummary): number {
  if (run === null || run.state === 'running' || run.state === 'paused') return 0;
  return run.counts.failed + run.counts.expired;
}

function watchHeadsets(notify: (about: Notice['about']) => void): () => void {
  let noticedToMs = useFleet.getState().nowMs;
  /** Notified about, and not charged above the limit since. */
  const low = new Set<string>();
  const timer = setInterval(() => {
    const { stateChanges: changes, nowMs, stateById, byId } = useFleet.getState();
    for (const id of low) if (hasRecovered(byId[id])) low.delete(id);
    // Short-lived states, such as a kiosk between its app and its start, need no attention.
    const fresh = changes.filter(
      ({ id, atMs, to }) => atMs > noticedToMs && stateById[id]?.state === to.state,
    );
    noticedToMs = nowMs;
    for (const state of NOTICED) {
      // A download or a short disconnection hides a low battery for a while, which is then no news.
      const ids = changedTo(fresh, state).filter((id) => state !== 'lowBattery' || !low.has(id));
      if (state === 'lowBattery') for (const id of ids) low.add(id);
      if (ids.length > 0) notify({ kind: 'headsets', state, ids, file: fileOf(ids, stateById) });
    }
  }, TOGETHER_MS);
  return () => clearInterval(timer);
}

/** A charger alone is no recovery: a loose plug would repeat the notification. */
function hasRecovered(headset: Fleet['byId'][string] | undefined): boolean {
  const level = headset?.battery?.level ?? null;
  return headset === undefined || (level !== null && level > LOW_BATTERY_PERCENT);
}

function fileOf(ids: readonly string[], stateById: Fleet['stateById']): string | null {
  const files = new Set(
    ids.map((id) => {
      const state = stateById[id];
      return state?.state === 'failed' && state.what === 'content' ? state.fileName : '';
    }),
  );
  const [file = ''] = files;
  return files.size === 1 && file !== '' ? file : null;
}

function changedTo(changes: readonly StateChange[], state: NoticedState): readonly string[] {
  return [...new Set(changes.filter(({ to }) => noticed(to) === state).map(({ id }) => id))];
}

function noticed(state: StateOfHeadset): string {
  return state.state === 'failed' && state.what === 'profile' ? 'profile' : state.state;
}
