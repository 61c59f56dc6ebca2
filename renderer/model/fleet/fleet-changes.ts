import type { EnrolmentStatus, Headset } from '../../../shared/contract/devices/fleet.ts';
import {
  headsetState,
  isSameState,
  type HeadsetState,
  type StateOfHeadset,
} from '../../../shared/domain/devices/headset-state.ts';
import { compareNames } from '../../../shared/domain/kernel/natural-order.ts';
import { withChange, type FleetEvent } from '../../service/event-feed.ts';

/** A cart and its number of headsets and slots. */
export type Cart = {
  readonly id: string;
  readonly label: string;
  /** Number of its slots, empty or not. */ readonly count: number;
};

/** A change of a headset's state while this window was open. */
export type StateChange = {
  readonly id: string;
  readonly atMs: number;
  readonly from: HeadsetState | null;
  readonly to: StateOfHeadset;
};

/** The fleet as this window knows it. Replaced, never mutated. */
export type Fleet = {
  readonly byId: Readonly<Record<string, Headset>>;
  /** Ids of all that are not archived, by cart, then shelf and place, then natural order of their names. */
  readonly order: readonly string[];
  /** For every id; the same object as long as it looks the same. */
  readonly stateById: Readonly<Record<string, StateOfHeadset>>;
  readonly carts: readonly Cart[];
  readonly enrolment: EnrolmentStatus | null;
  /** False until the first snapshot is complete. */
  readonly isKnown: boolean;
  /** The station's time, in ms since 1970 UTC. */
  readonly nowMs: number;
  readonly clockOffsetMs: number;
  /** Newest first, at most `MAX_TURNS`. */
  readonly stateChanges: readonly StateChange[];
};

/** Number of state changes retained for "Just now". */
export const MAX_STATE_CHANGES = 50;

/** A fleet before anything is known. */
export const unknownFleet: Fleet = {
  byId: {},
  order: [],
  stateById: {},
  carts: [],
  enrolment: null,
  isKnown: false,
  nowMs: 0,
  clockOffsetMs: 0,
  stateChanges: [],
};

/** Returns the fleet after `events`, in order. Unchanged parts stay the same objects. */
export function afterEvents(fleet: Fleet, events: readonly FleetEvent[], localNowMs: number): Fleet {
  const byId = new Map(Object.entries(fleet.byId));
  let { enrolment, clockOffsetMs, isKnown } = fleet;
  let isMoved = false;
  /** Headsets with changes; null if all have to be recomputed. */
  let touched: Set<string> | null = new Set();

  for (const event of events) {
    switch (event.kind) {
      case 'snapshot':
        byId.clear();
        for (const headset of event.items) byId.set(headset.id, headset);
        isKnown = true;
        isMoved = true;
        touched = null;
        break;
      case 'changed': {
        const known = byId.get(event.change.id);
        const headset = withChange(known, event.change);
        if (headset === undefined) break;
        byId.set(headset.id, headset);
        touched?.add(headset.id);
        isMoved ||= known === undefined || sortsDifferently(known, headset);
        break;
      }
      case 'removed':
        isMoved = byId.delete(event.id) || isMoved;
        touched?.add(event.id);
        break;
      case 'enrolment':
        enrolment = event.status;
        break;
      case 'clock':
        clockOffsetMs = event.offsetMs;
        touched = null;
        break;
      case 'plan':
      case 'planResults':
      case 'group':
      case 'classRun':
        // Not about the fleet itself: their screens subscribe to them.
        break;
    }
  }

  const next = { ...fleet, enrolment, clockOffsetMs, isKnown };
  if (touched?.size === 0) return { ...next, nowMs: localNowMs + clockOffsetMs };
  const withHeadsets = { ...next, byId: Object.fromEntries(byId) };
  const ordered = isMoved ? inOrder(withHeadsets) : withHeadsets;
  return touched === null ? atTime(ordered, localNowMs) : withStatesOf(ordered, touched, localNowMs);
}

/** Returns the fleet with all states as of now. States that look the same stay the same objects. */
export function atTime(fleet: Fleet, localNowMs: number): Fleet {
  // Removed headsets lose their states too.
  const ids = new Set([...Object.keys(fleet.byId), ...Object.keys(fleet.stateById)]);
  return withStatesOf(fleet, ids, localNowMs);
}

/**
 * Returns the fleet with the states of these headsets as of now. The others wait for the next full update: with a
 * thousand changes a second everything would be recomputed for each.
 */
function withStatesOf(fleet: Fleet, ids: ReadonlySet<string>, localNowMs: number): Fleet {
  const nowMs = localNowMs + fleet.clockOffsetMs;
  const changed = new Map<string, StateOfHeadset | null>();
  const stateChanges: StateChange[] = [];
  for (const id of ids) {
    const headset = fleet.byId[id];
    const before = fleet.stateById[id];
    if (headset === undefined) {
      if (before !== undefined) changed.set(id, null);
      continue;
    }
    const now = headsetState(headset, nowMs);
    if (before !== undefined && isSameState(before, now)) continue;
    changed.set(id, now);
    if (before !== undefined && before.state !== now.state) {
      stateChanges.push({ id, atMs: nowMs, from: before.state, to: now });
    }
  }
  if (changed.size === 0) return { ...fleet, nowMs };
  const stateById = new Map(Object.entries(fleet.stateById));
  for (const [id, state] of changed) {
    if (state === null) stateById.delete(id);
    else stateById.set(id, state);
  }
  const stored =
    stateChanges.length === 0
      ? fleet.stateChanges
      : [...stateChanges, ...fleet.stateChanges].slice(0, MAX_STATE_CHANGES);
  return { ...fleet, nowMs, stateById: Object.fromEntries(stateById), stateChanges: stored };
}

function sortsDifferently(a: Headset, b: Headset): boolean {
  return (
    // A headset with a place is not sorted by name, so that a thousand renames need no sorting.
    (a.label !== b.label && b.place === null) ||
    a.isArchived !== b.isArchived ||
    a.shelf !== b.shelf ||
    a.place !== b.place ||
    a.cart?.id !== b.cart?.id ||
    a.cart?.label !== b.cart?.label
  );
}

function inOrder(fleet: Fleet): Fleet {
  const shown = Object.values(fleet.byId).filter((headset) => !headset.isArchived);
  shown.sort(compareHeadsets);
  const carts = new Map<string, Cart>();
  for (const { cart } of shown) {
    if (cart === null) continue;
    carts.set(cart.id, { ...cart, count: (carts.get(cart.id)?.count ?? 0) + 1 });
  }
  return { ...fleet, order: shown.map((headset) => headset.id), carts: [...carts.values()] };
}

function compareHeadsets(a: Headset, b: Headset): number {
  return (
    compareCarts(a.cart, b.cart) ||
    comparePositions(a.shelf, b.shelf) ||
    comparePositions(a.place, b.place) ||
    compareNames(a.label ?? '\uffff', b.label ?? '\uffff') ||
    (a.id < b.id ? -1 : 1)
  );
}

/** Sorts headsets without a cart last. */
function compareCarts(a: Headset['cart'], b: Headset['cart']): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compareNames(a.label, b.label) || compareNames(a.id, b.id);
}

function comparePositions(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a - b;
}
