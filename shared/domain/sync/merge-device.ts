import type { DesiredState, DeviceMerge, SyncPolicy } from './desired.ts';

/** What is to be merged. `base` undefined: the two sides never agreed on anything. */
export type MergeInput = {
  readonly base: DesiredState | undefined;
  readonly here: DesiredState;
  /** A part that is absent is one about which the central says nothing: it stays as it is in `base`. */
  readonly there: Partial<DesiredState>;
  readonly policy: SyncPolicy;
  /** Whether the headset reported this package among those installed: a kiosk may run it without its being assigned. */
  readonly isInstalled: (packageName: string) => boolean;
};

export function mergeDevice(_input: MergeInput): DeviceMerge {
  throw new Error('Not written yet');
}
