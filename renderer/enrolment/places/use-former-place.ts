import { useMemo, useState } from 'react';

import { swapSlots } from '../../../shared/contract/enrolment/carts.ts';
import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { nameOf } from '../carts/cart-progress.ts';

/** The record that a headset had before it enrolled again, and the way back to its name and place. */
export type FormerPlace = {
  readonly name: string;
  readonly isBusy: boolean;
  readonly refusal: Refusal | null;
  readonly putBack: () => void;
};

/** Where a headset that enrolled again stood before; null for one that did not, or that stands there again. */
export function useFormerPlace(headset: Headset): FormerPlace | null {
  const byId = useFleet((fleet) => fleet.byId);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const former = useMemo(
    () => Object.values(byId).find((each) => each.isArchived && each.replacedBy === headset.id),
    [byId, headset.id],
  );
  if (former === undefined) return null;
  const putBack = async (): Promise<void> => {
    setBusy(true);
    const outcome = await call(swapSlots, { body: { devicesId: [headset.id, former.id] } });
    setBusy(false);
    setRefusal(isRefused(outcome) ? outcome : null);
  };
  return { name: nameOf(former), isBusy, refusal, putBack: () => void putBack() };
}
