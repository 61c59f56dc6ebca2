import { useState } from 'react';
import { useLocation } from 'wouter';

import { repairDrift } from '../../../shared/contract/drift.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';

/** Sends what is wanted once more to headsets that drifted, and goes where the result is shown. */
export function useRepair(): {
  readonly isBusy: boolean;
  readonly refusal: Refusal | null;
  readonly repair: (ids: readonly string[]) => Promise<void>;
} {
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const repair = async (ids: readonly string[]): Promise<void> => {
    setBusy(true);
    const outcome = await call(repairDrift, { body: { devicesId: [...ids] } });
    setBusy(false);
    if (isRefused(outcome)) setRefusal(outcome);
    else navigate(`/configure/plan/${outcome.reply.id}`);
  };
  return { isBusy, refusal, repair };
}
