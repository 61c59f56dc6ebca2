import { useLocation } from 'wouter';

import { repairDrift } from '../../../shared/contract/configuration/drift.ts';
import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import type { StateOfHeadset } from '../../../shared/domain/devices/headset-state.ts';
import { call, type Refusal } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { pageOfMadePlan } from '../../model/fleet/made-plan.ts';

/**
 * Returns true if a repair would send something: the headset drifted, whatever its state, or its applied settings
 * never were in effect.
 */
export function isRepairable(
  headset: Pick<Headset, 'drift'> | undefined,
  state: StateOfHeadset | undefined,
): boolean {
  return state?.state === 'drifted' || (headset?.drift ?? null) !== null;
}

/** Repairs drifted headsets, and opens the result. */
export function useRepair(): {
  readonly isBusy: boolean;
  readonly refusal: Refusal | null;
  readonly repair: (ids: readonly string[]) => Promise<void>;
} {
  const [, navigate] = useLocation();
  const { isBusy, refusal, run } = useAction();
  const repair = async (ids: readonly string[]): Promise<void> => {
    const reply = await run(call(repairDrift, { body: { devicesId: [...ids] } }));
    if (reply !== null) navigate(pageOfMadePlan(reply));
  };
  return { isBusy, refusal, repair };
}
