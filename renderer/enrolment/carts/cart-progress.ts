import type { Acceptance } from '../../../shared/contract/enrolment/carts.ts';
import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import type { HeadsetState, StateOfHeadset } from '../../../shared/domain/devices/headset-state.ts';

/** A place of the cart with the state it is shown in; `sheet` says what its headset has not confirmed. */
export type Place = {
  readonly headset: Headset;
  readonly state: StateOfHeadset;
  readonly sheet?: Acceptance;
};

/** The profile that its headset could not be given, and the app that it lacks; null where there is none such. */
export function profileTrouble({
  state,
  sheet,
}: Place): { readonly name: string; readonly app: string | null } | null {
  const profile = sheet?.profile ?? null;
  if (profile === null || profile.version !== null) return null;
  return state.state === 'failed' && state.what === 'profile'
    ? { name: profile.name, app: profile.app }
    : null;
}

/** How far a cart is. `finishing` are enrolled and go on by themselves; `stuck` need a person. */
export type CartProgress = {
  readonly total: number;
  readonly ready: number;
  readonly waiting: readonly Place[];
  readonly finishing: readonly Place[];
  readonly stuck: readonly Place[];
};

/** Whether a state means that the headset has confirmed everything it was asked for, or what it waits for instead. */
const STAGES: Readonly<Record<HeadsetState, 'ready' | 'waiting' | 'finishing' | 'stuck'>> = {
  archived: 'ready',
  waiting: 'waiting',
  failed: 'stuck',
  offline: 'stuck',
  enrolled: 'finishing',
  applying: 'finishing',
  queued: 'finishing',
  attention: 'ready',
  drifted: 'stuck',
  lowBattery: 'ready',
  inUse: 'ready',
  ready: 'ready',
};

/** The stage of enrolment that a state belongs to: a low battery or a full storage do not take back what was confirmed. */
export function stageOf(state: HeadsetState): 'ready' | 'waiting' | 'finishing' | 'stuck' {
  return STAGES[state];
}

/** True for a state that a person has to do something about, be the headset ready or not. */
export function needsPerson(state: HeadsetState): boolean {
  return stageOf(state) === 'stuck' || state === 'attention' || state === 'lowBattery';
}

/** Sorts places by stage, keeping slot order within each. */
export function cartProgress(places: readonly Place[]): CartProgress {
  const of = (stage: ReturnType<typeof stageOf>) =>
    places.filter((place) => stageOf(place.state.state) === stage);
  return {
    total: places.length,
    ready: of('ready').length,
    waiting: of('waiting'),
    finishing: of('finishing'),
    stuck: of('stuck'),
  };
}

/** True when nothing more happens by itself and nobody has a code left to type. */
export function isSettled(progress: CartProgress): boolean {
  return progress.total > 0 && progress.waiting.length === 0 && progress.finishing.length === 0;
}

/** The name to show: the label, or the beginning of the id where there is none. */
export function nameOf(headset: Pick<Headset, 'id' | 'label'>): string {
  return headset.label ?? headset.id.slice(0, 8);
}
