import type { Slot } from '../cart/cart-progress.ts';
import { nextFreeSlot } from '../cart/next-slot.ts';

/** The current slot. While `isFollowing`, the desk moves on when it is taken. */
export type DeskFocus = {
  readonly shownId: string | null;
  readonly isFollowing: boolean;
  readonly skipped: ReadonlySet<string>;
};

/** A desk that shows the first free slot. */
export const freshDesk: DeskFocus = { shownId: null, isFollowing: true, skipped: new Set() };

function isWaiting(slots: readonly Slot[], id: string | null): boolean {
  return slots.some((slot) => slot.headset.id === id && slot.state.state === 'waiting');
}

/**
 * Updates the desk after a change of the cart: moves on if the current slot was taken or removed. The same object if
 * nothing changes.
 */
export function followCart(desk: DeskFocus, slots: readonly Slot[]): DeskFocus {
  const isListed = slots.some((slot) => slot.headset.id === desk.shownId);
  if (isListed && (!desk.isFollowing || isWaiting(slots, desk.shownId))) return desk;
  const next = nextFreeSlot(slots, desk.shownId, desk.skipped);
  const shownId = next ?? (isListed ? desk.shownId : (slots[0]?.headset.id ?? null));
  return shownId === desk.shownId && desk.isFollowing ? desk : { ...desk, shownId, isFollowing: true };
}

/** Shows one slot on request: a taken one stays until the person continues. */
export function chooseSlot(desk: DeskFocus, id: string, isFree: boolean): DeskFocus {
  return { ...desk, shownId: id, isFollowing: isFree };
}

/** Moves to the next free slot; stays if there is none. */
export function resume(desk: DeskFocus, slots: readonly Slot[]): DeskFocus {
  const next = nextFreeSlot(slots, desk.shownId, desk.skipped);
  return next === null ? desk : { ...desk, shownId: next, isFollowing: true };
}

/** Skips the current slot until no other is left. */
export function skipSlot(desk: DeskFocus, slots: readonly Slot[]): DeskFocus {
  if (desk.shownId === null || !isWaiting(slots, desk.shownId)) return resume(desk, slots);
  return resume({ ...desk, skipped: new Set([...desk.skipped, desk.shownId]) }, slots);
}
