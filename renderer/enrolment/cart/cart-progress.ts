import type { Acceptance } from '../../../shared/contract/enrolment/carts.ts';
import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { isConfirmed } from '../../../shared/domain/devices/confirmed.ts';
import type { HeadsetState, StateOfHeadset } from '../../../shared/domain/devices/headset-state.ts';

/** A slot of the cart with its shown state; `sheet` has what its headset has not confirmed. */
export type Slot = {
  readonly headset: Headset;
  readonly state: StateOfHeadset;
  readonly sheet?: Acceptance;
};

/** The profile that could not be applied, and the app that is missing; null if none. */
export function profileProblem({
  state,
  sheet,
}: Slot): { readonly name: string; readonly app: string | null } | null {
  const profile = sheet?.profile ?? null;
  if (profile === null || profile.version !== null) return null;
  return state.state === 'failed' && state.what === 'profile'
    ? { name: profile.name, app: profile.app }
    : null;
}

/** Progress of a cart. `finishing` are enrolled and continue on their own; `stuck` need attention. */
export type CartProgress = {
  readonly total: number;
  readonly ready: number;
  readonly waiting: readonly Slot[];
  readonly finishing: readonly Slot[];
  readonly stuck: readonly Slot[];
};

type Stage = 'ready' | 'waiting' | 'finishing' | 'stuck';

/** What a state means for a headset that is not confirmed. */
const OPEN_STAGES: Readonly<Record<HeadsetState, Stage>> = {
  archived: 'finishing',
  waiting: 'waiting',
  failed: 'stuck',
  offline: 'stuck',
  enrolled: 'finishing',
  applying: 'finishing',
  queued: 'finishing',
  attention: 'finishing',
  drifted: 'stuck',
  lowBattery: 'finishing',
  inUse: 'finishing',
  ready: 'finishing',
};

/** Returns the enrolment stage of a slot: what its headset has confirmed stays so while it is offline. */
export function stageOf({ headset, state }: Pick<Slot, 'headset' | 'state'>): Stage {
  return isConfirmed(headset) ? 'ready' : OPEN_STAGES[state.state];
}

/** Returns true for a state that needs attention, whether the headset is ready or not. */
export function needsPerson(state: HeadsetState): boolean {
  return OPEN_STAGES[state] === 'stuck' || state === 'attention' || state === 'lowBattery';
}

/** Sorts slots by stage, keeping slot order within each. */
export function cartProgress(slots: readonly Slot[]): CartProgress {
  const of = (stage: ReturnType<typeof stageOf>) => slots.filter((slot) => stageOf(slot) === stage);
  return {
    total: slots.length,
    ready: of('ready').length,
    waiting: of('waiting'),
    finishing: of('finishing'),
    stuck: of('stuck'),
  };
}

/** Returns true when nothing more happens automatically and no code is left to type. */
export function isSettled(progress: CartProgress): boolean {
  return progress.total > 0 && progress.waiting.length === 0 && progress.finishing.length === 0;
}

/** Returns the name: the label, or the beginning of the id without one. */
export function nameOf(headset: Pick<Headset, 'id' | 'label'>): string {
  return headset.label ?? headset.id.slice(0, 8);
}
