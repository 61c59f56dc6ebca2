import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

import { startPractice, stopPractice } from '../../../shared/contract/operations/station.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { deskPath } from '../cart/enrol-paths.ts';
import { useIsMounted } from '../../ui/parts/use-is-mounted.ts';
import { untilCartHas } from '../cart/use-cart-slots.ts';
import { noteWork } from '../cart/use-cart-times.ts';

/** Number of headsets of a practice cart: a full one. */
const PRACTICE_COUNT = 30;

/** Starts and removes the practice cart, with the result. */
export type Practice = {
  readonly isBusy: boolean;
  readonly refusal: Refusal | null;
  readonly start: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

/** One practice cart at a time: after the start its codes are shown, after the removal the Enrol screen. */
export function usePractice(): Practice {
  const { t } = useTranslation('enrol');
  const [, navigate] = useLocation();
  const isMounted = useIsMounted();
  const { isBusy, refusal, run, during } = useAction();

  const start = async (): Promise<Refusal | null> => {
    const label = t('describe.practiceLabel');
    const outcome = await call(startPractice, { body: { count: PRACTICE_COUNT, label } });
    if (isRefused(outcome)) return outcome;
    const { cart, count } = outcome.reply;
    if (cart === null) return null;
    await untilCartHas(cart.id, count);
    noteWork(cart.id);
    if (isMounted()) navigate(deskPath(cart.id));
    return null;
  };

  const remove = async (): Promise<void> => {
    const reply = await run(call(stopPractice, {}));
    if (reply !== null) navigate('/enrol');
  };

  return { isBusy, refusal, start: async () => void (await during(start())), remove };
}
