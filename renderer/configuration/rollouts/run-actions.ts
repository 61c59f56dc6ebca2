import { useState } from 'react';
import { useLocation } from 'wouter';

import { revertChange } from '../../../shared/contract/configuration/history.ts';
import {
  continuePlan,
  continuePlanWithout,
  retryPlan,
  stopPlan,
} from '../../../shared/contract/configuration/plans/rollouts.ts';
import type { Plan } from '../../../shared/contract/configuration/plans/plans.ts';
import { pageOfMadePlan } from '../../model/fleet/made-plan.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import type { LivePlan } from './plan-store.ts';

/** What a person can do with a rollout. `refusal` is that of the last action. */
export type RunActions = {
  readonly isBusy: boolean;
  readonly refusal: Refusal | null;
  readonly stop: () => void;
  readonly resume: () => void;
  readonly continueWithout: (devicesId: string[], instead: string[]) => void;
  readonly retry: () => void;
  readonly undo: () => void;
};

/** Acts on a rollout and reads it again. */
export function useActions(live: LivePlan, plan: Plan): RunActions {
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const params = { planId: plan.id };

  const act = async (send: () => Promise<Refusal | null>): Promise<void> => {
    setBusy(true);
    setRefusal(await send());
    setBusy(false);
    live.readAgain();
  };
  const refusalOf = (outcome: Refusal | object): Refusal | null => ('refused' in outcome ? outcome : null);
  const undo = async (): Promise<Refusal | null> => {
    if (plan.changeId === null) return null;
    const outcome = await call(revertChange, {
      params: { changeId: plan.changeId },
      body: { apply: false, moved: 'skip' },
    });
    if (isRefused(outcome)) return outcome;
    navigate(pageOfMadePlan(outcome.reply));
    return null;
  };
  return {
    isBusy,
    refusal,
    stop: () => void act(async () => refusalOf(await call(stopPlan, { params }))),
    resume: () => void act(async () => refusalOf(await call(continuePlan, { params }))),
    continueWithout: (devicesId, instead) =>
      void act(async () =>
        refusalOf(await call(continuePlanWithout, { params, body: { devicesId, instead } })),
      ),
    retry: () => void act(async () => refusalOf(await call(retryPlan, { params, body: {} }))),
    undo: () => void act(undo),
  };
}
