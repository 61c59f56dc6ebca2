import { create } from 'zustand';

import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { isOnline, type StateOfHeadset } from '../../../shared/domain/devices/headset-state.ts';
import { openFleetFeed, useFeed, type FleetEvent, type FleetFeed } from '../../service/event-feed.ts';
import { classEvents, planEvents } from '../../service/events.ts';
import { afterEvents, atTime, unknownFleet, type Fleet } from './fleet-changes.ts';
import { readGroups } from './groups-store.ts';

/** The fleet as last reported by the station. Lists select `order`; rows select their own headset and state by id. */
export const useFleet = create<Fleet>(() => unknownFleet);

/** Interval at which states that depend on time are updated, in ms. */
const TICK_MS = 1_000;

let feed: FleetFeed | null = null;

/** Starts to follow the fleet. Returns a function that stops it. Only one at a time. */
export function followFleet(): () => void {
  const opened = openFleetFeed(applyFleetEvents);
  const timer = setInterval(() => {
    // A disconnected window shows the last known state.
    if (useFeed.getState().phase !== 'cutOff') useFleet.setState((fleet) => atTime(fleet, Date.now()));
  }, TICK_MS);
  feed = opened;
  return () => {
    clearInterval(timer);
    opened.close();
    feed = null;
  };
}

/** Applies events of the station, in one change of the store. */
export function applyFleetEvents(events: readonly FleetEvent[]): void {
  useFleet.setState((fleet) => afterEvents(fleet, events, Date.now()));
  const plans = events.flatMap((event) => (event.kind === 'plan' ? [event.plan] : []));
  const results = events.flatMap((event) => (event.kind === 'planResults' ? [event] : []));
  if (plans.length + results.length > 0) planEvents.emit({ plans, results });
  for (const event of events) if (event.kind === 'classRun') classEvents.emit(event.run);
  if (events.some(({ kind }) => kind === 'group')) void readGroups();
}

/** Reconnects at once. */
export function tryStationNow(): void {
  feed?.tryNow();
}

/** Returns one headset, re-rendered only when it changes; undefined once it is removed. */
export function useHeadset(id: string): Headset | undefined {
  return useFleet((fleet) => fleet.byId[id]);
}

/** Returns the state of one headset, the same object as long as it looks the same. */
export function useHeadsetState(id: string): StateOfHeadset | undefined {
  return useFleet((fleet) => fleet.stateById[id]);
}

/** Returns whether a headset is online: the one answer of tiles, titles and views. */
export function useIsOnline(id: string): boolean {
  return useFleet(({ byId, nowMs }) => {
    const headset = byId[id];
    return headset !== undefined && isOnline(headset, nowMs);
  });
}

/**
 * Returns how many headsets are online and how many there are: the one count for the side bar, Statistics and every
 * title.
 */
export function usePresent(among: ReadonlySet<string> | null = null): readonly [here: number, total: number] {
  const text = useFleet(({ order, byId, nowMs }) => {
    let [present, total] = [0, 0];
    for (const id of order) {
      const headset = byId[id];
      if (headset === undefined || headset.androidId === null || headset.isArchived) continue;
      if (among !== null && !among.has(id)) continue;
      total += 1;
      if (isOnline(headset, nowMs)) present += 1;
    }
    return `${present} ${total}`;
  });
  const [present = 0, total = 0] = text.split(' ').map(Number);
  return [present, total];
}
