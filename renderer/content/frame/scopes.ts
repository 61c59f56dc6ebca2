import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { useCountLabel } from '../../model/fleet/count-label.ts';
import { useFleetList } from '../../model/fleet/fleet-list-store.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';

/** Headsets of an action: those selected in Fleet, a cart, or all. */
export type Scope = {
  /** `selected`, `all`, or `cart:` and its id. */
  readonly value: string;
  readonly label: string;
  readonly ids: readonly string[];
};

/**
 * Returns the choices, the narrowest first. Slots without a headset are included, because their assignments are
 * known.
 */
export function useScopes(): readonly Scope[] {
  const { t } = useTranslation('content');
  const order = useFleet((fleet) => fleet.order);
  const carts = useFleet((fleet) => fleet.carts);
  const selected = useFleetList((list) => list.selected);
  const countLabel = useCountLabel();
  return useMemo(() => {
    const { byId } = useFleet.getState();
    const chosen = order.filter((id) => selected.has(id));
    const byCart = Map.groupBy(order, (id) => byId[id]?.cart?.id ?? null);
    return [
      ...(chosen.length === 0
        ? []
        : [{ value: 'selected', label: t('scope.selected', { count: chosen.length }), ids: chosen }]),
      ...carts.map(({ id, label }) => {
        const ids = byCart.get(id) ?? [];
        return { value: `cart:${id}`, label: t('scope.cart', { label, what: countLabel(ids) }), ids };
      }),
      { value: 'all', label: t('scope.all', { what: countLabel(order) }), ids: order },
    ];
  }, [order, carts, selected, countLabel, t]);
}
