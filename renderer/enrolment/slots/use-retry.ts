import { useState } from 'react';

import { repairDrift } from '../../../shared/contract/configuration/drift.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
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
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const issueAgain = async (slots: readonly Slot[]): Promise<void> => {
    setBusy(true);
    setRefusal(null);
    for (const [profileId, group] of Map.groupBy(slots, ({ headset }) => headset.profileId)) {
      if (profileId === null) continue;
      const refused = await assignProfile(
        group.map(({ headset }) => headset.id),
        profileId,
      );
      if (refused !== undefined) setRefusal(refused);
    }
    setBusy(false);
  };
  const downloadAgain = async (slots: readonly Slot[]): Promise<void> => {
    setBusy(true);
    const devicesId = slots.map(({ headset }) => headset.id);
    const outcome = await call(repairDrift, { body: { devicesId, what: 'failedContents' } });
    setRefusal(isRefused(outcome) ? outcome : null);
    setBusy(false);
  };
  return {
    isBusy,
    refusal,
    assign: (slots) => void issueAgain(slots),
    downloadAgain: (slots) => void downloadAgain(slots),
  };
}
