import type { Place } from '../carts/cart-progress.ts';
import { nextFreePlace } from '../carts/next-place.ts';

/** Whose turn it is. While `isFollowing`, the desk moves on by itself when the shown place is taken. */
export type DeskFocus = {
  readonly shownId: string | null;
  readonly isFollowing: boolean;
  readonly skipped: ReadonlySet<string>;
};

/** A desk that shows the first free place as soon as it sees the cart. */
export const freshDesk: DeskFocus = { shownId: null, isFollowing: true, skipped: new Set() };

function isWaiting(places: readonly Place[], id: string | null): boolean {
  return places.some((place) => place.headset.id === id && place.state.state === 'waiting');
}

/** The desk after a look at the cart: moves on when the shown place was taken or removed. The same object when nothing changes. */
export function followCart(desk: DeskFocus, places: readonly Place[]): DeskFocus {
  const isThere = places.some((place) => place.headset.id === desk.shownId);
  if (isThere && (!desk.isFollowing || isWaiting(places, desk.shownId))) return desk;
  const next = nextFreePlace(places, desk.shownId, desk.skipped);
  const shownId = next ?? (isThere ? desk.shownId : (places[0]?.headset.id ?? null));
  return shownId === desk.shownId && desk.isFollowing ? desk : { ...desk, shownId, isFollowing: true };
}

/** Shows one place because the person asked for it: a taken one stays until they go on. */
export function choosePlace(desk: DeskFocus, id: string, isFree: boolean): DeskFocus {
  return { ...desk, shownId: id, isFollowing: isFree };
}

/** Goes on to the next free place; stays when there is none. */
export function goOn(desk: DeskFocus, places: readonly Place[]): DeskFocus {
  const next = nextFreePlace(places, desk.shownId, desk.skipped);
  return next === null ? desk : { ...desk, shownId: next, isFollowing: true };
}

/** Sets the shown place aside until no other is left, and goes on. */
export function skipPlace(desk: DeskFocus, places: readonly Place[]): DeskFocus {
  if (desk.shownId === null || !isWaiting(places, desk.shownId)) return goOn(desk, places);
  return goOn({ ...desk, skipped: new Set([...desk.skipped, desk.shownId]) }, places);
}
