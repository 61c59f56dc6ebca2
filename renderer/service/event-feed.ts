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
import type { PlanResult, PlanSummary } from '../../shared/contract/configuration/plans.ts';
import { address } from './api.ts';
import { openFrameBatch } from './frame-batch.ts';
import { followStream } from './follow-stream.ts';
import { syncNews, viewNews } from './news.ts';
import type { StreamEvent } from './read-stream.ts';

/** One thing that happened to the fleet, in the order in which the station said it. */
export type FleetEvent =
  /** Everything there is now; what is not in it is gone. */
  | { readonly kind: 'snapshot'; readonly items: readonly Headset[] }
  | { readonly kind: 'changed'; readonly change: FleetChange }
  | { readonly kind: 'removed'; readonly id: string }
  | { readonly kind: 'enrolment'; readonly status: EnrolmentStatus }
  /** What to add to this computer's clock to get the station's, in ms. */
  | { readonly kind: 'clock'; readonly offsetMs: number }
  | { readonly kind: 'plan'; readonly plan: PlanSummary }
  | { readonly kind: 'planResults'; readonly planId: string; readonly items: readonly PlanResult[] }
  /** A group was made, changed or removed. */
  | { readonly kind: 'group'; readonly id: string }
  | { readonly kind: 'classRun'; readonly run: ClassRun };

/** How well this window follows the station. */
export type Feed = {
  readonly phase: 'connecting' | 'catchingUp' | 'live' | 'cutOff';
  /** When something was last heard of a lost station, in ms since 1970 UTC by this computer; null when nothing ever was. */
  readonly heardAtMs: number | null;
  /** When the next try starts; null while one is under way. */
  readonly retryAtMs: number | null;
  /** Tries since the connection was lost. */
  readonly attempt: number;
  /** How many headsets the snapshot under way will hold; null until the station has said. */
  readonly total: number | null;
  /** How often the station was lost, and how often it was by the time that it was last found again. */
  readonly cuts: number;
  readonly returns: number;
};

/** The feed's own state, for the banner and the loading screen. */
export const useFeed = create<Feed>(() => ({
  phase: 'connecting',
  heardAtMs: null,
  retryAtMs: null,
  attempt: 0,
  total: null,
  cuts: 0,
  returns: 0,
}));

/** Another number each time that the station is back after a cut: what a screen read once, it reads again then. */
export function useReturns(): number {
  return useFeed((feed) => feed.returns);
}

/** A running feed. */
export type FleetFeed = { tryNow(): void; close(): void };

const wire = fleetUpdates.events;

/** Follows the whole fleet and hands over what happened, at most one batch a frame, until closed. Reconnects by itself. */
export function openFleetFeed(onEvents: (events: readonly FleetEvent[]) => void): FleetFeed {
  const batch = openFrameBatch(onEvents);
  let heardAtMs: number | null = null;
  let translate = (_event: StreamEvent): void => {};
  const followed = followStream({
    path: address(fleetUpdates.path, {}, { snapshot: 'true' }),
    // On a new connection everything is read again, so nothing missed can stay on screen.
    onOpen: (settle) => {
      translate = openTranslation(
        (event) => batch.add(event),
        () => followed.restart(),
        settle,
      );
      // Live until now: the window was hidden or the station began anew, and what screens read meanwhile may be old.
      useFeed.setState(({ phase, cuts }) => ({
        phase: 'catchingUp',
        total: null,
        cuts: phase === 'live' ? cuts + 1 : cuts,
      }));
    },
    onHeard: () => {
      heardAtMs = Date.now();
    },
    onEvent: (event) => translate(event),
    onCut: (attempt, retryAtMs) =>
      useFeed.setState(({ cuts }) => ({ phase: 'cutOff', retryAtMs, attempt, heardAtMs, cuts: cuts + 1 })),
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
 * Turns events of the wire into fleet events. What does not parse is left out: one odd headset must not hide the rest.
 * Changes that come between the pieces of the snapshot are newer than the pieces before them, so they are put into it.
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
    // What is not known yet stands in a piece still to come.
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
    ['sync', parsing(wire.sync, (news) => syncNews.emit(news))],
    ['view', parsing(wire.view, (view) => viewNews.emit(view))],
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

/** The headset after a change; undefined when nothing is known of it and the change does not say everything. */
export function withChange(known: Headset | undefined, change: FleetChange): Headset | undefined {
  // Both were checked when they came; what is put together of them needs no third look, a thousand times a second.
  // JSON has no undefined, so every part of the change is a value.
  if (known !== undefined) return Object.assign({}, known, change);
  const whole = headsetSchema.safeParse(change);
  return whole.success ? whole.data : undefined;
}
