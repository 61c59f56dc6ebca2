import { useLocation } from 'wouter';

import { revertChange } from '../../../shared/contract/configuration/history.ts';
import {
  continuePlan,
  continuePlanWithout,
  retryPlan,
  stopPlan,
} from '../../../shared/contract/configuration/plans/rollouts.ts';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import type { Plan } from '../../../shared/contract/configuration/plans/plans.ts';
import { pageOfMadePlan } from '../../model/fleet/made-plan.ts';
import { call, type Outcome, type Refusal } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
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
  const { isBusy, refusal, run } = useAction();
  const params = { planId: plan.id };

  const act = async <Reply>(sent: Promise<Outcome<Reply, ErrorCode>>): Promise<Reply | null> => {
    const reply = await run(sent);
    live.readAgain();
    return reply;
  };
  const undo = async (): Promise<void> => {
    if (plan.changeId === null) return;
    const made = await act(
      call(revertChange, { params: { changeId: plan.changeId }, body: { apply: false, moved: 'skip' } }),
    );
    if (made !== null) navigate(pageOfMadePlan(made));
  };
  return {
    isBusy,
    refusal,
    stop: () => void act(call(stopPlan, { params })),
    resume: () => void act(call(continuePlan, { params })),
    continueWithout: (devicesId, instead) =>
      void act(call(continuePlanWithout, { params, body: { devicesId, instead } })),
    retry: () => void act(call(retryPlan, { params, body: {} })),
    undo: () => void undo(),
  };
}
