import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'wouter';

import '../frame/enrol.css';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useCartChoice } from '../../model/fleet/cart-choice.ts';
import { CartPage } from '../carts/cart-page.tsx';
import { cartProgress } from '../cart/cart-progress.ts';
import { DescribePage } from '../describe/describe-page.tsx';
import { deskPath } from '../cart/enrol-paths.ts';
import { NO_CART, useCarts } from '../cart/use-cart-slots.ts';
import { usePractice } from '../frame/use-practice.ts';

/**
 * Enrol: the cart in the URL, else the one selected in the side bar, else one with work left; without headsets, the
 * first step.
 */
export function EnrolPage(): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const isKnown = useFleet((fleet) => fleet.isKnown);
  const [search] = useSearchParams();
  const chosenId = useCartChoice((choice) => choice.cartId);
  const carts = useCarts();
  const practice = usePractice();
  const addressId = search.get('cart');
  useFollowChoice(addressId);

  if (!isKnown) {
    return (
      <p className="page-body dim" role="status">
        {t('loading')}
      </p>
    );
  }
  const withWork = carts.find(({ slots }) => cartProgress(slots).waiting.length > 0);
  const shown =
    carts.find(({ cart }) => cart.id === addressId) ??
    carts.find(({ cart }) => cart.id === chosenId) ??
    withWork ??
    carts[0];
  if (shown === undefined) return <DescribePage />;
  // A slot from a scanned label opens a new desk.
  const firstId = search.get('place');
  const key = `${shown.cart.id} ${firstId ?? ''}`;
  return <CartPage key={key} cart={shown.cart} slots={shown.slots} firstId={firstId} practice={practice} />;
}

/** Keeps the URL and the selection in the side bar in sync. */
function useFollowChoice(addressId: string | null): void {
  const [, navigate] = useLocation();
  const choose = useCartChoice((choice) => choice.choose);
  useEffect(() => {
    if (addressId !== null && addressId !== NO_CART) choose(addressId);
  }, [addressId, choose]);
  useEffect(
    () =>
      useCartChoice.subscribe((now, before) => {
        const isNew = now.cartId !== before.cartId && now.cartId !== null && now.cartId !== addressId;
        if (isNew && now.cartId !== null) navigate(deskPath(now.cartId));
      }),
    [addressId, navigate],
  );
}
