import { createSlots } from '../../../shared/contract/operations/station.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import type { CartPlan } from '../cart/numbering.ts';
import { untilCartHas } from '../cart/use-cart-slots.ts';
import { noteWork } from '../cart/use-cart-times.ts';

type Slots = {
  readonly cartId: string;
  readonly plan: CartPlan;
  /** Empty: none. */
  readonly profileId?: string;
  /** Number of slots that the cart has already. */
  readonly before?: number;
};

/** Creates the slots of a plan and waits until they are shown; returns why the station refused. */
export async function makeSlots({
  cartId,
  plan,
  profileId = '',
  before = 0,
}: Slots): Promise<Refusal | null> {
  const { cart: label, count, prefix, start, pad, shelves } = plan;
  const profile = profileId === '' ? {} : { profileId };
  const outcome = await call(createSlots, {
    body: { count, labelPrefix: prefix, start, pad, cart: { id: cartId, label, shelves }, ...profile },
  });
  if (isRefused(outcome)) return outcome;
  await untilCartHas(cartId, before + count);
  noteWork(cartId);
  return null;
}
