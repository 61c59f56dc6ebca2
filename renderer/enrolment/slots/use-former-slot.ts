import { useMemo } from 'react';

import { swapSlots } from '../../../shared/contract/enrolment/carts.ts';
import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { call, type Refusal } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { nameOf } from '../cart/cart-progress.ts';

/** The earlier record of a re-enrolled headset, and the action that restores its name and slot. */
export type FormerSlot = {
  readonly name: string;
  readonly isBusy: boolean;
  readonly refusal: Refusal | null;
  readonly undo: () => void;
};

/** Returns the former slot of a re-enrolled headset; null if there is none, or it is in that slot again. */
export function useFormerSlot(headset: Headset): FormerSlot | null {
  const byId = useFleet((fleet) => fleet.byId);
  const { isBusy, refusal, run } = useAction();
  const former = useMemo(
    () => Object.values(byId).find((each) => each.isArchived && each.replacedBy === headset.id),
    [byId, headset.id],
  );
  if (former === undefined) return null;
  const undo = async (): Promise<void> => {
    await run(call(swapSlots, { body: { devicesId: [headset.id, former.id] } }));
  };
  return { name: nameOf(former), isBusy, refusal, undo: () => void undo() };
}
