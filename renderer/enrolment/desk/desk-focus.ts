import type { Place } from '../carts/cart-progress.ts';
import { nextFreePlace } from '../carts/next-place.ts';

/** The current slot. While `isFollowing`, the desk moves on when it is taken. */
export type DeskFocus = {
  readonly shownId: string | null;
  readonly isFollowing: boolean;
  readonly skipped: ReadonlySet<string>;
};

/** A desk that shows the first free slot. */
export const freshDesk: DeskFocus = { shownId: null, isFollowing: true, skipped: new Set() };

function isWaiting(places: readonly Place[], id: string | null): boolean {
  return places.some((place) => place.headset.id === id && place.state.state === 'waiting');
}

/**
 * Updates the desk after a change of the cart: moves on if the current slot was taken or removed. The same object if
 * nothing changes.
 */
export function followCart(desk: DeskFocus, places: readonly Place[]): DeskFocus {
  const isThere = places.some((place) => place.headset.id === desk.shownId);
  if (isThere && (!desk.isFollowing || isWaiting(places, desk.shownId))) return desk;
  const next = nextFreePlace(places, desk.shownId, desk.skipped);
  const shownId = next ?? (isThere ? desk.shownId : (places[0]?.headset.id ?? null));
  return shownId === desk.shownId && desk.isFollowing ? desk : { ...desk, shownId, isFollowing: true };
}

/** Shows one slot on request: a taken one stays until the person continues. */
export function choosePlace(desk: DeskFocus, id: string, isFree: boolean): DeskFocus {
  return { ...desk, shownId: id, isFollowing: isFree };
}

/** Moves to the next free slot; stays if there is none. */
export function resume(desk: DeskFocus, places: readonly Place[]): DeskFocus {
  const next = nextFreePlace(places, desk.shownId, desk.skipped);
  return next === null ? desk : { ...desk, shownId: next, isFollowing: true };
}

/** Skips the current slot until no other is left. */
export function skipPlace(desk: DeskFocus, places: readonly Place[]): DeskFocus {
  if (desk.shownId === null || !isWaiting(places, desk.shownId)) return resume(desk, places);
  return resume({ ...desk, skipped: new Set([...desk.skipped, desk.shownId]) }, places);
}
