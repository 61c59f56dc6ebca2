import type { JsonObject, StateChange } from './desired.ts';

/** One write at the central. With one id it goes to the route for one device. */
export type PushCall =
  | { readonly kind: 'configure'; readonly ids: readonly string[]; readonly settings: JsonObject }
  | {
      readonly kind: 'patch';
      readonly ids: readonly string[];
      readonly label?: string | null;
      readonly license?: JsonObject | null;
    }
  | {
      readonly kind: 'setMetadata';
      readonly ids: readonly string[];
      readonly namespace: string;
      readonly value: JsonObject;
    }
  | { readonly kind: 'removeMetadata'; readonly ids: readonly [string]; readonly namespace: string };

/** The most devices in one bulk call of each kind: a configure is answered with every device in full. */
export const MOST_IDS = { configure: 100, patch: 500, setMetadata: 500 } as const;

export function groupPushes(_pushes: Iterable<{ readonly id: string; readonly push: StateChange }>): PushCall[] {
  throw new Error('Not written yet');
}

/** Two calls with half of the devices each; undefined for one that is for a single device. */
export function halvesOf(_call: PushCall): readonly [PushCall, PushCall] | undefined {
  throw new Error('Not written yet');
}

/** Events in parts of at most 500, and of at most `maxBytes` as JSON, in order. */
export function chunkEvents<Event>(_events: readonly Event[], _maxBytes?: number): Event[][] {
  throw new Error('Not written yet');
}
