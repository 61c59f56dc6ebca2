import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'wouter';

import '../frame/enrol.css';
import { useAction } from '../../service/use-action.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useStation } from '../../model/station/station-facts.ts';
import { nameOf, type Slot } from '../cart/cart-progress.ts';
import { cartShape } from '../cart/cart-shape.ts';
import { DescribeCart } from './describe-cart.tsx';
import { deskPath } from '../cart/enrol-paths.ts';
import { MAX_SHELVES, suggestCart, suggestMoreSlots, type CartPlan } from '../cart/numbering.ts';
import { stationReach } from '../../model/station/station-address.ts';
import { makeSlots } from '../carts/make-slots.ts';
import { useCarts } from '../cart/use-cart-slots.ts';
import { usePractice } from '../frame/use-practice.ts';
import { useIsMounted } from '../../ui/parts/use-is-mounted.ts';

/** Creates the slots of a new cart, or more slots for the cart in the URL, then shows their codes. */
export function DescribePage(): React.JSX.Element | null {
  const { t } = useTranslation('enrol');
  const isKnown = useFleet((fleet) => fleet.isKnown);
  const byId = useFleet((fleet) => fleet.byId);
  const addresses = useStation((station) => station.addresses);
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const carts = useCarts();
  const practice = usePractice();
  const isMounted = useIsMounted();
  const { isBusy, refusal, during } = useAction();
  const taken = useMemo(
    () =>
      new Set(
        Object.values(byId)
          .filter((headset) => !headset.isArchived)
          .map(nameOf),
      ),
    [byId],
  );
  // The form begins with a suggestion that depends on the carts, so it waits for them.
  if (!isKnown) return null;

  const more = carts.find(({ cart }) => cart.id === search.get('cart') && cart.label !== '');
  const suggestion =
    more === undefined
      ? suggestCart(
          carts.map(({ cart }) => cart.label),
          t('describe.cartWord'),
          taken,
        )
      : suggestMoreSlots(
          more.cart.label,
          more.slots.map((slot) => nameOf(slot.headset)),
        );

  const make = async (plan: CartPlan, profileId: string): Promise<void> => {
    const cartId = more?.cart.id ?? crypto.randomUUID();
    const shelves = more === undefined ? plan.shelves : shelvesWithMore(more.slots, plan.count);
    const before = more?.slots.length ?? 0;
    const refused = await during(makeSlots({ cartId, plan: { ...plan, shelves }, profileId, before }));
    if (refused === null && isMounted()) navigate(deskPath(cartId));
  };

  return (
    <DescribeCart
      key={more?.cart.id ?? 'new'}
      suggestion={suggestion}
      taken={taken}
      isMore={more !== undefined}
      backPath={carts.length === 0 ? null : '/enrol'}
      reach={addresses.length === 0 ? null : stationReach(addresses)}
      isBusy={isBusy || practice.isBusy}
      refusal={refusal ?? practice.refusal}
      onMake={(plan, profileId) => void make(plan, profileId)}
      onPractice={() => void practice.start()}
    />
  );
}

/** Returns the number of shelves if the new slots continue in rows of the same width. */
function shelvesWithMore(slots: readonly Slot[], count: number): number {
  const { columns } = cartShape(slots.map((slot) => slot.headset));
  return Math.min(MAX_SHELVES, Math.ceil((slots.length + count) / columns));
}
