import { useCallback, useMemo, useState } from 'react';

import { useFeed } from '../../service/event-feed.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import type { Slot } from '../cart/cart-progress.ts';
import { cartShape, moveInMap, type CartShape, type MapMove } from '../cart/cart-shape.ts';
import { requestCodes, useCodeBook, type KnownCode } from '../cart/code-book.ts';
import { chooseSlot, followCart, freshDesk, resume, skipSlot, type DeskFocus } from './desk-focus.ts';
import { nextFreeSlot } from '../cart/next-slot.ts';
import { useLiveCodes } from '../cart/use-cart-slots.ts';

/** Number of slots whose codes are requested ahead, so that the next one shows at once. */
const CODES_AHEAD = 3;

/** The code desk of a cart: the current slot, its code, and the actions. */
export type CodeDesk = {
  readonly shown: Slot | null;
  readonly code: KnownCode | undefined;
  /** The next free slot; null if there is none. */
  readonly next: Slot | null;
  readonly skipped: ReadonlySet<string>;
  readonly shape: CartShape;
  readonly isRequesting: boolean;
  readonly isOffline: boolean;
  readonly choose: (id: string) => void;
  readonly move: (move: MapMove) => void;
  readonly proceed: () => void;
  readonly skip: () => void;
  /** Creates a new code for the current slot; the old one is void. */
  readonly newCode: () => void;
  /** Creates new codes for every free slot of the cart. Reopens enrolment if it was closed. */
  readonly issueNewCodes: () => void;
};

/** Runs the desk of a cart: follows the fleet, moves on when the current slot is taken, and keeps codes ready. */
export function useCodeDesk(slots: readonly Slot[], firstId: string | null): CodeDesk {
  const [stored, setDesk] = useState(() =>
    firstId === null ? freshDesk : chooseSlot(freshDesk, firstId, isFree(firstId)),
  );
  // Moves on during rendering, so that no frame shows a used code.
  const desk = followCart(stored, slots);
  if (desk !== stored) setDesk(desk);

  const shape = useMemo(() => cartShape(slots.map((slot) => slot.headset)), [slots]);
  const shown = find(slots, desk.shownId);
  const nextId = nextFreeSlot(slots, desk.shownId, desk.skipped);
  const next = nextId === desk.shownId ? null : find(slots, nextId);
  useLiveCodes(useIdsAhead(slots, desk));
  const code = useCodeBook((book) => (desk.shownId === null ? undefined : book.byId[desk.shownId]));
  const isRequesting = useCodeBook((book) => book.requested.size > 0);
  const isCutOff = useFeed((feed) => feed.phase === 'cutOff');
  const isOutOfReach = useCodeBook((book) => book.refusal?.refused === 'offline');

  const choose = useCallback((id: string) => {
    setDesk((before) => chooseSlot(before, id, isFree(id)));
  }, []);

  return {
    shown,
    code,
    next,
    skipped: desk.skipped,
    shape,
    isRequesting,
    isOffline: isCutOff || isOutOfReach,
    choose,
    move: (move) => {
      const id = moveInMap(shape, desk.shownId, move);
      if (id !== null) choose(id);
    },
    proceed: () => setDesk((before) => resume(followCart(before, slots), slots)),
    skip: () => setDesk((before) => skipSlot(followCart(before, slots), slots)),
    newCode: () => {
      if (shown?.state.state === 'waiting') void requestCodes([shown.headset.id], true);
    },
    issueNewCodes: () => {
      const free = slots.filter((slot) => slot.state.state === 'waiting');
      void requestCodes(
        free.map((slot) => slot.headset.id),
        true,
      );
    },
  };
}

function find(slots: readonly Slot[], id: string | null): Slot | null {
  return slots.find((slot) => slot.headset.id === id) ?? null;
}

/** Returns the current slot and the next free ones. The same array as long as the ids are the same. */
function useIdsAhead(slots: readonly Slot[], desk: DeskFocus): readonly string[] {
  const ids: string[] = [];
  let id = desk.shownId;
  if (find(slots, id)?.state.state !== 'waiting') id = nextFreeSlot(slots, id, desk.skipped);
  while (id !== null && !ids.includes(id) && ids.length < CODES_AHEAD) {
    ids.push(id);
    id = nextFreeSlot(slots, id, desk.skipped);
  }
  const key = ids.join(' ');
  return useMemo(() => (key === '' ? [] : key.split(' ')), [key]);
}

function isFree(id: string): boolean {
  return useFleet.getState().stateById[id]?.state === 'waiting';
}
