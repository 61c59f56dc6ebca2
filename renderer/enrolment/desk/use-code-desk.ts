import { useCallback, useMemo, useState } from 'react';

import { useFeed } from '../../service/event-feed.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import type { Place } from '../carts/cart-progress.ts';
import { cartShape, moveInMap, type CartShape, type MapMove } from '../carts/cart-shape.ts';
import { askCodes, useCodeBook, type KnownCode } from './code-book.ts';
import { choosePlace, followCart, freshDesk, resume, skipPlace, type DeskFocus } from './desk-focus.ts';
import { nextFreePlace } from '../carts/next-place.ts';
import { useLiveCodes } from '../carts/use-cart-places.ts';

/** Number of slots whose codes are requested ahead, so that the next one shows at once. */
const CODES_AHEAD = 3;

/** The code desk of a cart: the current slot, its code, and the actions. */
export type CodeDesk = {
  readonly shown: Place | null;
  readonly code: KnownCode | undefined;
  /** The next free slot; null if there is none. */
  readonly next: Place | null;
  readonly skipped: ReadonlySet<string>;
  readonly shape: CartShape;
  readonly isAsking: boolean;
  readonly isOffline: boolean;
  readonly choose: (id: string) => void;
  readonly move: (move: MapMove) => void;
  readonly goOn: () => void;
  readonly skip: () => void;
  /** Creates a new code for the current slot; the old one is void. */
  readonly newCode: () => void;
  /** Creates new codes for every free slot of the cart. Reopens enrolment if it was closed. */
  readonly giveNewCodes: () => void;
};

/** Runs the desk of a cart: follows the fleet, moves on when the current slot is taken, and keeps codes ready. */
export function useCodeDesk(places: readonly Place[], firstId: string | null): CodeDesk {
  const [stored, setDesk] = useState(() =>
    firstId === null ? freshDesk : choosePlace(freshDesk, firstId, isFree(firstId)),
  );
  // Moves on during rendering, so that no frame shows a used code.
  const desk = followCart(stored, places);
  if (desk !== stored) setDesk(desk);

  const shape = useMemo(() => cartShape(places.map((place) => place.headset)), [places]);
  const shown = find(places, desk.shownId);
  const nextId = nextFreePlace(places, desk.shownId, desk.skipped);
  const next = nextId === desk.shownId ? null : find(places, nextId);
  useLiveCodes(useIdsAhead(places, desk));
  const code = useCodeBook((book) => (desk.shownId === null ? undefined : book.byId[desk.shownId]));
  const isAsking = useCodeBook((book) => book.asking.size > 0);
  const isCutOff = useFeed((feed) => feed.phase === 'cutOff');
  const isOutOfReach = useCodeBook((book) => book.refusal?.refused === 'offline');

  const choose = useCallback((id: string) => {
    setDesk((before) => choosePlace(before, id, isFree(id)));
  }, []);

  return {
    shown,
    code,
    next,
    skipped: desk.skipped,
    shape,
    isAsking,
    isOffline: isCutOff || isOutOfReach,
    choose,
    move: (move) => {
      const id = moveInMap(shape, desk.shownId, move);
      if (id !== null) choose(id);
    },
    goOn: () => setDesk((before) => resume(followCart(before, places), places)),
    skip: () => setDesk((before) => skipPlace(followCart(before, places), places)),
    newCode: () => {
      if (shown?.state.state === 'waiting') void askCodes([shown.headset.id], true);
    },
    giveNewCodes: () => {
      const free = places.filter((place) => place.state.state === 'waiting');
      void askCodes(
        free.map((place) => place.headset.id),
        true,
      );
    },
  };
}

function find(places: readonly Place[], id: string | null): Place | null {
  return places.find((place) => place.headset.id === id) ?? null;
}

/** Returns the current slot and the next free ones. The same array as long as the ids are the same. */
function useIdsAhead(places: readonly Place[], desk: DeskFocus): readonly string[] {
  const ids: string[] = [];
  let id = desk.shownId;
  if (find(places, id)?.state.state !== 'waiting') id = nextFreePlace(places, id, desk.skipped);
  while (id !== null && !ids.includes(id) && ids.length < CODES_AHEAD) {
    ids.push(id);
    id = nextFreePlace(places, id, desk.skipped);
  }
  const key = ids.join(' ');
  return useMemo(() => (key === '' ? [] : key.split(' ')), [key]);
}

function isFree(id: string): boolean {
  return useFleet.getState().stateById[id]?.state === 'waiting';
}
