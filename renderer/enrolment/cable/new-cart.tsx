import { IconLayoutGrid } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { nameOf } from '../cart/cart-progress.ts';
import { describePath } from '../cart/enrol-paths.ts';
import type { useCarts } from '../cart/use-cart-slots.ts';
import { type CartPlan, planCart, slotNames, suggestCart } from '../cart/numbering.ts';

/** Returns the suggested first cart; null if its names are in use, so that a person has to describe it. */
export function planFirstCart(carts: ReturnType<typeof useCarts>, word: string): CartPlan | null {
  const taken = new Set(carts.flatMap(({ slots }) => slots.map(({ headset }) => nameOf(headset))));
  const labels = carts.map(({ cart }) => cart.label);
  const planned = planCart(suggestCart(labels, word), taken);
  return 'plan' in planned ? planned.plan : null;
}

/** Which cart the start creates, and where to describe another one. */
export function NewCart({ plan }: { plan: CartPlan }): React.JSX.Element {
  const { t } = useTranslation(['cable', 'fleet']);
  const names = slotNames(plan);
  return (
    <section className="note">
      <IconLayoutGrid className="i s" aria-hidden />
      <div className="small dim">
        {t('cable:newCart', { cart: plan.cart, count: plan.count, first: names[0], last: names.at(-1) })}{' '}
        <Link href={describePath(null)}>{t('fleet:empty.describe')}</Link>
      </div>
    </section>
  );
}
