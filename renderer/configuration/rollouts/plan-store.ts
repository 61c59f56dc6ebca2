import { useEffect, useMemo, useState } from 'react';

import { getPlan, type Plan, type PlanResult } from '../../../shared/contract/configuration/plans/plans.ts';
import { getPlanResults } from '../../../shared/contract/configuration/plans/rollouts.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { useFeed } from '../../service/event-feed.ts';
import { consumeNewPlan } from '../../model/fleet/made-plan.ts';
import { planEvents } from '../../service/events.ts';

/** A plan with the live state of each headset. */
export type LivePlan = {
  readonly plan: Plan | null;
  readonly results: ReadonlyMap<string, PlanResult>;
  readonly refusal: Refusal | null;
  /** Applies the reply of an operation on it. */
  readonly update: (part: Partial<Plan>) => void;
  readonly readAgain: () => void;
};

type State = Pick<LivePlan, 'plan' | 'results' | 'refusal'>;

const NO_PLAN: State = { plan: null, results: new Map(), refusal: null };

/**
 * Follows one plan: loaded at the start, unless it was just created, and after every disconnection; updated by the
 * fleet's stream in between.
 */
export function useLivePlan(planId: string): LivePlan {
  const [state, setState] = useState<State>(NO_PLAN);
  const [attempt, setAttempt] = useState(0);
  const phase = useFeed((feed) => feed.phase);
  const isLive = phase === 'live';

  useEffect(() => {
    const controller = new AbortController();
    void readPlan(planId, controller.signal).then((read) => {
      // If the station does not answer, the last state stays; the banner shows that it is offline.
      if (controller.signal.aborted) return;
      setState((before) =>
        read.refusal !== null && before.plan !== null ? { ...before, refusal: read.refusal } : read,
      );
    });
    return () => controller.abort();
  }, [planId, attempt, isLive]);

  useEffect(
    () =>
      planEvents.on((event) => {
        setState((before) => {
          if (before.plan === null) return before;
          const plan = event.plans.findLast(({ id }) => id === planId);
          const moved = event.results.filter((each) => each.planId === planId).flatMap(({ items }) => items);
          if (plan === undefined && moved.length === 0) return before;
          const results =
            moved.length === 0
              ? before.results
              : new Map([...before.results, ...moved.map((result) => [result.id, result] as const)]);
          return { ...before, results, plan: plan === undefined ? before.plan : { ...before.plan, ...plan } };
        });
      }),
    [planId],
  );

  return useMemo(
    () => ({
      ...state,
      update: (part) =>
        setState((before) =>
          before.plan === null ? before : { ...before, plan: { ...before.plan, ...part } },
        ),
      readAgain: () => setAttempt((count) => count + 1),
    }),
    [state],
  );
}

async function readPlan(planId: string, signal: AbortSignal): Promise<State> {
  const made = consumeNewPlan(planId);
  if (made !== null) return { ...NO_PLAN, plan: made };
  const params = { planId };
  const plan = await call(getPlan, { params, signal });
  if (isRefused(plan)) return { ...NO_PLAN, refusal: plan };
  if (plan.reply.run === null) return { plan: plan.reply, results: new Map(), refusal: null };
  const results = await call(getPlanResults, { params, signal });
  if (isRefused(results)) return { plan: plan.reply, results: new Map(), refusal: results };
  return {
    plan: { ...plan.reply, ...results.reply.plan },
    results: new Map(results.reply.results.map((result) => [result.id, result])),
    refusal: null,
  };
}
