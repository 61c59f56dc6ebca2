import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

import { startPractice, stopPractice } from '../../../shared/contract/operations/station.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
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
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const start = async (): Promise<void> => {
    setIsBusy(true);
    const label = t('describe.practiceLabel');
    const outcome = await call(startPractice, { body: { count: PRACTICE_COUNT, label } });
    setRefusal(isRefused(outcome) ? outcome : null);
    if (!isRefused(outcome) && outcome.reply.cart !== null) {
      const { id } = outcome.reply.cart;
      await untilCartHas(id, outcome.reply.count);
      noteWork(id);
      if (isMounted()) navigate(deskPath(id));
    }
    setIsBusy(false);
  };

  const remove = async (): Promise<void> => {
    setIsBusy(true);
    const outcome = await call(stopPractice, {});
    setIsBusy(false);
    setRefusal(isRefused(outcome) ? outcome : null);
    if (!isRefused(outcome)) navigate('/enrol');
  };

  return { isBusy, refusal, start, remove };
}
