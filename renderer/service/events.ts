import type { ClassRun } from '../../shared/contract/classroom/class-run.ts';
import type { PlanResult, PlanSummary } from '../../shared/contract/configuration/plans/plans.ts';
import type { HeadsetView } from '../../shared/contract/commands/views.ts';
import type { Sync } from '../../shared/contract/sync/sync.ts';

/** Publishes one kind of event to its subscribers. */
type Emitter<Event> = {
  /** Subscribes. Returns a function that unsubscribes. */
  on(listener: (event: Event) => unknown): () => void;
  emit(event: Event): void;
};

function openEmitter<Event>(): Emitter<Event> {
  const listeners = new Set<(event: Event) => unknown>();
  return {
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(event) {
      for (const listener of listeners) listener(event);
    },
  };
}

/** Changes of plans since the last frame. */
export type PlanUpdates = {
  readonly plans: readonly PlanSummary[];
  readonly results: readonly { readonly planId: string; readonly items: readonly PlanResult[] }[];
};

/** Progress of actions for the class; `results` has the headsets that changed. */
export const classEvents = openEmitter<ClassRun>();
export const planEvents = openEmitter<PlanUpdates>();
/** New picture of a headset, or why there is none. */
export const viewEvents = openEmitter<HeadsetView>();
/** The id of a headset whose apps or videos changed. */
export const contentsEvents = openEmitter<string>();
/** State of sync, whenever it changes. */
export const syncEvents = openEmitter<Sync>();
