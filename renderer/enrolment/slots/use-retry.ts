import { repairDrift } from '../../../shared/contract/configuration/drift.ts';
import { call, type Refusal } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import type { Slot } from '../cart/cart-progress.ts';
import { assignProfile } from '../profile/assign-profile.ts';

/** Retries a pending profile, or failed downloads. */
export type Retry = {
  readonly isBusy: boolean;
  /** The reason why the station refused all of it. */
  readonly refusal: Refusal | null;
  readonly assign: (slots: readonly Slot[]) => void;
  readonly downloadAgain: (slots: readonly Slot[]) => void;
};

/** Returns the retry, for a button. */
export function useRetry(): Retry {
  const { isBusy, refusal, run, during, refuse } = useAction();
  return {
    isBusy,
    refusal,
    assign: (slots) => {
      refuse(null);
      void during(issueAgain(slots));
    },
    downloadAgain: (slots) => {
      const devicesId = slots.map(({ headset }) => headset.id);
      void run(call(repairDrift, { body: { devicesId, what: 'failedContents' } }));
    },
  };
}

/** Returns the last refusal, or null. */
async function issueAgain(slots: readonly Slot[]): Promise<Refusal | null> {
  let refused: Refusal | null = null;
  for (const [profileId, group] of Map.groupBy(slots, ({ headset }) => headset.profileId)) {
    if (profileId === null) continue;
    const ids = group.map(({ headset }) => headset.id);
    refused = (await assignProfile(ids, profileId)) ?? refused;
  }
  return refused;
}
