import { useTranslation } from 'react-i18next';

import { useFleet } from '../../model/fleet/fleet-store.ts';

/** Returns a function that names a cart by its id; a cart without headsets has no name any more. */
export function useCartNames(): (id: string) => string {
  const { t } = useTranslation('people');
  const carts = useFleet((fleet) => fleet.carts);
  return (id) => carts.find((cart) => cart.id === id)?.label ?? t('cartWithoutHeadsets', { id });
}
