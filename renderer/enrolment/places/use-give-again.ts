import { useState } from 'react';

import { repairDrift } from '../../../shared/contract/configuration/drift.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import type { Place } from '../carts/cart-progress.ts';
import { assignProfile } from '../start/give-profile.ts';

/** Retries a pending profile, or failed downloads. */
export type GiveAgain = {
  readonly isBusy: boolean;
  /** Why the station refused all of it. */
  readonly refusal: Refusal | null;
  readonly give: (places: readonly Place[]) => void;
  readonly load: (places: readonly Place[]) => void;
};

/** Returns the retry, for a button. */
export function useGiveAgain(): GiveAgain {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const issueAgain = async (places: readonly Place[]): Promise<void> => {
    setBusy(true);
    setRefusal(null);
    for (const [profileId, group] of Map.groupBy(places, ({ headset }) => headset.profileId)) {
      if (profileId === null) continue;
      const refused = await assignProfile(
        group.map(({ headset }) => headset.id),
        profileId,
      );
      if (refused !== undefined) setRefusal(refused);
    }
    setBusy(false);
  };
  const load = async (places: readonly Place[]): Promise<void> => {
    setBusy(true);
    const devicesId = places.map(({ headset }) => headset.id);
    const outcome = await call(repairDrift, { body: { devicesId, what: 'failedContents' } });
    setRefusal(isRefused(outcome) ? outcome : null);
    setBusy(false);
  };
  return { isBusy, refusal, give: (places) => void issueAgain(places), load: (places) => void load(places) };
}
