import type { z } from 'zod';
import { create } from 'zustand';

import {
  fleetUpdates,
  headsetSchema,
  type EnrolmentStatus,
  type FleetChange,
  type Headset,
} from '../../shared/contract/devices/fleet.ts';
import type { ClassRun } from '../../shared/contract/classroom/class-run.ts';
import type { PlanResult, PlanSummary } from '../../shared/contract/configuration/plans/plans.ts';
import { address } from '../../shared/domain/kernel/address.ts';
import { openFrameBatch } from './frame-batch.ts';
import { followStream } from './follow-stream.ts';
import { contentsEvents, syncEvents, viewEvents } from './events.ts';
import type { StreamEvent } from './read-stream.ts';

/** An event of the fleet, in the order in which the station published it. */
export type FleetEvent =
  /** All headsets; others no longer exist. */
  | { readonly kind: 'snapshot'; readonly items: readonly Headset[] }
  | { readonly kind: 'changed'; readonly change: FleetChange }
  | { readonly kind: 'removed'; readonly id: string }
  | { readonly kind: 'enrolment'; readonly status: EnrolmentStatus }
  /** Offset to add to this computer's clock to get the station's, in ms. */
  | { readonly kind: 'clock'; readonly offsetMs: number }
  | { readonly kind: 'plan'; readonly plan: PlanSummary }
  | { readonly kind: 'planResults'; readonly planId: string; readonly items: readonly PlanResult[] }
  /** A group was created, changed or removed. */
  | { readonly kind: 'group'; readonly id: string }
  | { readonly kind: 'classRun'; readonly run: ClassRun };

/** State of the connection to the station. */
export type Feed = {
  readonly phase: 'connecting' | 'catchingUp' | 'live' | 'cutOff';
  /**
   * Time of the last contact with an offline station, in ms since 1970 UTC by this computer; null if there was none.
   */
  readonly lastSeenAtMs: number | null;
  /** When the next attempt starts; null while one is in progress. */
  readonly retryAtMs: number | null;
  /** Attempts since the connection was lost. */
  readonly attempt: number;
  /** Number of headsets in the snapshot being loaded; null until known. */
  readonly total: number | null;
  /** How often the connection was lost, and how often until it was last restored. */
  readonly cuts: number;
  readonly returns: number;
};

/** State of the feed, for the banner and the loading screen. */
export const useFeed = create<Feed>(() => ({
  phase: 'connecting',
  lastSeenAtMs: null,
  retryAtMs: null,
  attempt: 0,
  total: null,
  cuts: 0,
  returns: 0,
}));

/** Returns a number that changes each time the station is back after a disconnection, so that screens load again. */
export function useReturns(): number {
  return useFeed((feed) => feed.returns);
}

/** A running feed. */
export type FleetFeed = { tryNow(): void; close(): void };

const wire = fleetUpdates.events;

/** Follows the whole fleet and passes events on, at most one batch a frame, until closed. Reconnects on its own. */
export function openFleetFeed(onEvents: (events: readonly FleetEvent[]) => void): FleetFeed {
  const batch = openFrameBatch(onEvents);
  let lastSeenAtMs: number | null = null;
  let translate = (_event: StreamEvent): void => {};
  const followed = followStream({
    path: address(fleetUpdates.path, {}, { snapshot: 'true' }),
    // A new connection loads everything again, so that nothing missed stays on screen.
    onOpen: (settle) => {
      translate = openTranslation(
        (event) => batch.add(event),
        () => followed.restart(),
        settle,
      );
      // The feed was live until now: the window was hidden or the station restarted, so the data on the screens may be
      // stale.
      useFeed.setState(({ phase, cuts }) => ({
        phase: 'catchingUp',
        total: null,
        cuts: phase === 'live' ? cuts + 1 : cuts,
      }));
    },
    onData: () => {
      lastSeenAtMs = Date.now();
    },
    onEvent: (event) => translate(event),
    onCut: (attempt, retryAtMs) =>
      useFeed.setState(({ cuts }) => ({ phase: 'cutOff', retryAtMs, attempt, lastSeenAtMs, cuts: cuts + 1 })),
    onRetry: () => useFeed.setState({ retryAtMs: null }),
  });

  return {
    tryNow: followed.tryNow,
    close: () => {
      followed.close();
      batch.close();
    },
  };
}

/**
 * Converts wire events into fleet events. Invalid ones are skipped: one odd headset must not hide the rest. Changes
 * between the pieces of the snapshot are newer than earlier pieces, so they are merged into them.
 */
export function openTranslation(
  add: (event: FleetEvent) => void,
  onResync: () => void,
  onWhole: () => void = () => {},
): (event: StreamEvent) => void {
  const pieces = new Map<string, Headset>();
  let isLive = false;

  const onChange = (change: FleetChange): void => {
    if (isLive) return add({ kind: 'changed', change });
    const headset = withChange(pieces.get(change.id), change);
    // Unknown headsets are in a later part of the snapshot.
    if (headset !== undefined) pieces.set(headset.id, headset);
  };
  const onRemoved = (id: string): void => {
    if (isLive) add({ kind: 'removed', id });
    else pieces.delete(id);
  };
  const onLive = (): void => {
    add({ kind: 'snapshot', items: [...pieces.values()] });
    pieces.clear();
    isLive = true;
    onWhole();
    useFeed.setState(({ cuts }) => ({ phase: 'live', attempt: 0, retryAtMs: null, returns: cuts }));
  };

  const handlers = new Map<string, (data: unknown) => void>([
    [
      'hello',
      parsing(wire.hello, ({ serverTime, enrolment }) => {
        add({ kind: 'clock', offsetMs: Date.parse(serverTime) - Date.now() });
        add({ kind: 'enrolment', status: enrolment });
      }),
    ],
    [
      'headsets',
      parsing(wire.headsets, ({ items, total }) => {
        for (const headset of items) pieces.set(headset.id, headset);
        useFeed.setState({ total });
      }),
    ],
    ['live', onLive],
    ['device', parsing(wire.device, onChange)],
    ['removed', parsing(wire.removed, ({ id }) => onRemoved(id))],
    ['enrolment', parsing(wire.enrolment, (status) => add({ kind: 'enrolment', status }))],
    ['plan', parsing(wire.plan, (plan) => add({ kind: 'plan', plan }))],
    ['planResults', parsing(wire.planResults, (moved) => add({ kind: 'planResults', ...moved }))],
    ['group', parsing(wire.group, ({ id }) => add({ kind: 'group', id }))],
    ['classRun', parsing(wire.classRun, (run) => add({ kind: 'classRun', run }))],
    ['sync', parsing(wire.sync, (update) => syncEvents.emit(update))],
    ['view', parsing(wire.view, (view) => viewEvents.emit(view))],
    ['contents', parsing(wire.contents, ({ id }) => contentsEvents.emit(id))],
    ['resync', onResync],
  ]);

  return (event) => handlers.get(event.name)?.(event.data);
}

function parsing<Data>(schema: z.ZodType<Data>, handle: (data: Data) => void): (data: unknown) => void {
  return (data) => {
    const parsed = schema.safeParse(data);
    if (parsed.success) handle(parsed.data);
  };
}

/** Returns the headset after a change; undefined if it is unknown and the change is incomplete. */
export function withChange(known: Headset | undefined, change: FleetChange): Headset | undefined {
  // Both were validated when received, so the result is not validated again, a thousand times a second. JSON has no
  // undefined, so every part of the change is a value.
  if (known !== undefined) return Object.assign({}, known, change);
  const whole = headsetSchema.safeParse(change);
  return whole.success ? whole.data : undefined;
}
