import { useMemo } from 'react';
import { useSearchParams } from 'wouter';

import type { HeadsetState } from '../../../shared/domain/headset-state.ts';
import { useCartChoice } from '../shell/cart-choice.ts';
import { useFleet } from './fleet-store.ts';
import { filterOf, matches, parseFilter, type Filter } from './match.ts';

/** Wall or table, filter and text; they stand in the address, so that a view can be kept and sent. */
export type FleetView = {
  readonly view: 'wall' | 'table';
  readonly filter: Filter | null;
  readonly text: string;
  readonly change: (part: { view?: 'wall' | 'table'; filter?: Filter | null; text?: string }) => void;
};

/** The view that the address asks for. */
export function useFleetView(): FleetView {
  const [params, setParams] = useSearchParams();
  return {
    view: params.get('view') === 'table' ? 'table' : 'wall',
    filter: parseFilter(params.get('show')),
    text: params.get('find') ?? '',
    change: ({ view, filter, text }) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (view !== undefined) put(next, 'view', view === 'table' ? view : '');
          if (filter !== undefined) put(next, 'show', filter ?? '');
          if (text !== undefined) put(next, 'find', text);
          return next;
        },
        { replace: true },
      ),
  };
}

function put(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name);
  else params.set(name, value);
}

/** What the list shows and how many of all stand under each filter. */
export type Shown = {
  /** All of the chosen cart, in slot order. */
  readonly all: readonly string[];
  /** Those that filter and text let through, in the same order. */
  readonly ids: readonly string[];
  readonly counts: ReadonlyMap<Filter, number>;
};

/** The headsets of the chosen cart, filtered. Worked out again only when order, states or the question change. */
export function useShown({ filter, text }: Pick<FleetView, 'filter' | 'text'>): Shown {
  const order = useFleet((fleet) => fleet.order);
  const stateById = useFleet((fleet) => fleet.stateById);
  const carts = useFleet((fleet) => fleet.carts);
  const chosenCart = useCartChoice((choice) => choice.cartId);
  // A remembered cart that no longer exists must not hide everything.
  const cartId = carts.some((cart) => cart.id === chosenCart) ? chosenCart : null;

  const all = useMemo(() => {
    if (cartId === null) return order;
    const { byId } = useFleet.getState();
    return order.filter((id) => byId[id]?.cart?.id === cartId);
  }, [order, cartId]);

  return useMemo(() => {
    const { byId } = useFleet.getState();
    const counts = new Map<Filter, number>();
    const ids = all.filter((id) => {
      const group = filterOfId(stateById[id]?.state);
      if (group !== null) counts.set(group, (counts.get(group) ?? 0) + 1);
      return (filter === null || group === filter) && (text === '' || matches(byId[id], text));
    });
    return { all, ids, counts };
  }, [all, stateById, filter, text]);
}

function filterOfId(state: HeadsetState | undefined): Filter | null {
  return state === undefined ? null : filterOf(state);
}
