import { useMemo } from 'react';

import { useCartChoice } from '../../model/fleet/cart-choice.ts';
import { useFleetList } from '../../model/fleet/fleet-list-store.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';

/** The previous and next headset. Null at either end. */
export type Neighbours = { readonly before: string | null; readonly after: string | null };

/** Returns the neighbours within a selection of several, else on the selected cart, else in the fleet. */
export function useNeighbours(id: string): Neighbours {
  const order = useFleet((fleet) => fleet.order);
  const selected = useFleetList((list) => list.selected);
  const cartId = useCartChoice((choice) => choice.cartId);
  return useMemo(() => {
    const { byId } = useFleet.getState();
    const ofCart = order.filter((each) => byId[each]?.cart?.id === cartId);
    const chosen = order.filter((each) => selected.has(each));
    const list = chosen.length > 1 && selected.has(id) ? chosen : ofCart.includes(id) ? ofCart : order;
    const at = list.indexOf(id);
    if (at === -1) return { before: null, after: null };
    return { before: list[at - 1] ?? null, after: list[at + 1] ?? null };
  }, [id, order, selected, cartId]);
}
