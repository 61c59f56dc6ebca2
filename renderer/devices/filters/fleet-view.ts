import { useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';

import type { HeadsetState } from '../../../shared/domain/devices/headset-state.ts';
import { useCartChoice } from '../../model/fleet/cart-choice.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { FACETS, parseFacets, passes, type Facets } from '../../model/fleet/facets.ts';
import { useFacetSets } from './facet-sets.ts';
import { filterOf, matches, parseFilter, type Filter } from '../../model/fleet/match.ts';

/** Wall or table, filter and text; all in the URL, so that a view can be saved and shared. */
export type FleetView = {
  readonly view: 'wall' | 'table';
  readonly filter: Filter | null;
  readonly text: string;
  readonly facets: Facets;
  /** The whole query of the URL, for saving under a name. */
  readonly query: string;
  readonly change: (part: ViewPart) => void;
};

type ViewPart = {
  view?: 'wall' | 'table';
  filter?: Filter | null;
  text?: string;
  facets?: Partial<Facets>;
};

/** Returns the view in the URL. */
export function useFleetView(): FleetView {
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  // The same object as long as the URL is the same, so that lists are not recomputed.
  const facets = useMemo(() => parseFacets(new URLSearchParams(query)), [query]);
  return {
    view: params.get('view') === 'table' ? 'table' : 'wall',
    filter: parseFilter(params.get('show')),
    text: params.get('find') ?? '',
    facets,
    query,
    change: ({ view, filter, text, facets: narrowed }) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (view !== undefined) put(next, 'view', view === 'table' ? view : '');
          if (filter !== undefined) put(next, 'show', filter ?? '');
          if (text !== undefined) put(next, 'find', text);
          for (const name of FACETS) {
            const value = narrowed?.[name];
            if (value !== undefined) put(next, name, value ?? '');
          }
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

/** What the list shows and the number under each filter. */
export type Shown = {
  /** All of the selected cart, in slot order. */
  readonly all: readonly string[];
  /** Those that match filter and text, in the same order. */
  readonly ids: readonly string[];
  readonly counts: ReadonlyMap<Filter, number>;
};

/** Returns the headsets of the selected cart, filtered. Recomputed only when order, states or the query change. */
export function useShown({ filter, text, facets }: Pick<FleetView, 'filter' | 'text' | 'facets'>): Shown {
  const order = useFleet((fleet) => fleet.order);
  const stateById = useFleet((fleet) => fleet.stateById);
  const carts = useFleet((fleet) => fleet.carts);
  const chosenCart = useCartChoice((choice) => choice.cartId);
  // A stored cart that no longer exists must not hide everything.
  const cartId = carts.some((cart) => cart.id === chosenCart) ? chosenCart : null;

  const all = useMemo(() => {
    if (cartId === null) return order;
    const { byId } = useFleet.getState();
    return order.filter((id) => byId[id]?.cart?.id === cartId);
  }, [order, cartId]);

  const sets = useFacetSets(facets);
  // Facets depend on values that change all the time; without any, nothing is recomputed for them.
  const values = useFleet((fleet) =>
    facets.battery === null && facets.storage === null ? null : fleet.byId,
  );

  const found = useMemo(() => {
    const byId = values ?? useFleet.getState().byId;
    const counts = new Map<Filter, number>();
    const ids = all.filter((id) => {
      const headset = byId[id];
      if (headset === undefined || !passes(headset, facets, sets)) return false;
      const group = filterOfId(stateById[id]?.state);
      if (group !== null) counts.set(group, (counts.get(group) ?? 0) + 1);
      return (filter === null || group === filter) && (text === '' || matches(headset, text));
    });
    return { all, ids, counts };
  }, [all, stateById, filter, text, facets, sets, values]);

  // One change must not re-render the bar, the head and every row if they look the same.
  const [shown, setShown] = useState<Shown>(found);
  if (shown === found || isSame(shown, found)) return shown;
  setShown(found);
  return found;
}

function isSame(a: Shown, b: Shown): boolean {
  return (
    a.all === b.all &&
    a.ids.length === b.ids.length &&
    a.ids.every((id, index) => id === b.ids[index]) &&
    a.counts.size === b.counts.size &&
    [...a.counts].every(([filter, count]) => b.counts.get(filter) === count)
  );
}

function filterOfId(state: HeadsetState | undefined): Filter | null {
  return state === undefined ? null : filterOf(state);
}
