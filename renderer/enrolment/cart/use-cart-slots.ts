import { useEffect, useMemo } from 'react';

import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { useFeed } from '../../service/event-feed.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import type { Slot } from './cart-progress.ts';
import { requestCodes, clearCodes, idsWithoutCode, useCodeBook } from './code-book.ts';

/** Used in the URL for headsets without a cart. */
export const NO_CART = 'none';

/** A cart in the Enrol screens. */
export type EnrolCart = { readonly id: string; readonly label: string; readonly isPractice: boolean };

/** Returns the id of a headset's cart, or the placeholder for none. */
export function cartIdOf(headset: Headset): string {
  return headset.cart?.id ?? NO_CART;
}

/**
 * Returns every cart with its slots, in the order of the fleet; headsets without a cart come last, under an empty
 * label.
 */
export function useCarts(): readonly { readonly cart: EnrolCart; readonly slots: readonly Slot[] }[] {
  const order = useFleet((fleet) => fleet.order);
  const byId = useFleet((fleet) => fleet.byId);
  const stateById = useFleet((fleet) => fleet.stateById);
  return useMemo(() => {
    const carts = new Map<string, { cart: EnrolCart; slots: Slot[] }>();
    for (const id of order) {
      const headset = byId[id];
      const state = stateById[id];
      if (headset === undefined || state === undefined) continue;
      const cartId = cartIdOf(headset);
      const known = carts.get(cartId);
      if (known !== undefined) known.slots.push({ headset, state });
      else {
        const cart = { id: cartId, label: headset.cart?.label ?? '', isPractice: headset.isPractice };
        carts.set(cartId, { cart, slots: [{ headset, state }] });
      }
    }
    return [...carts.values()];
  }, [order, byId, stateById]);
}

/**
 * Keeps live codes for `ids`: requests those that are missing or expired. Never while enrolment is closed, because a
 * request opens it again: that is the technician's decision.
 */
export function useLiveCodes(ids: readonly string[]): void {
  const nowMs = useFleet((fleet) => fleet.nowMs);
  const isOpen = useFleet((fleet) => fleet.enrolment?.isOpen);
  const isLive = useFeed((feed) => feed.phase === 'live');
  const book = useCodeBook();
  useEffect(() => {
    if (isOpen === false) clearCodes();
    // The state before a disconnection may be stale: enrolment could have closed meanwhile.
    if (isOpen !== true || !isLive) return;
    void requestCodes(idsWithoutCode(book, ids, { stationMs: nowMs, localMs: Date.now() }), false);
  }, [ids, nowMs, isOpen, isLive, book]);
}

/** Waits until the feed has this many slots of a cart, so that no cart is shown incomplete. */
export function untilCartHas(cartId: string, count: number): Promise<void> {
  return untilFleet(({ carts }) => carts.some((cart) => cart.id === cartId && cart.count >= count));
}

/** Waits until the feed contains these slots. */
export function untilListed(ids: readonly string[]): Promise<void> {
  return untilFleet(({ byId }) => ids.every((id) => byId[id] !== undefined));
}

function untilFleet(isSo: (fleet: ReturnType<typeof useFleet.getState>) => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (isSo(useFleet.getState())) return resolve();
    const stop = useFleet.subscribe((fleet) => {
      if (!isSo(fleet)) return;
      stop();
      resolve();
    });
  });
}
