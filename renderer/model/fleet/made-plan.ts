import type { Plan } from '../../../shared/contract/configuration/plans/plans.ts';

/** The newest plan, until a page has shown it. */
let made: Plan | null = null;

/** Returns the path of the page of a plan that was just created. The page starts with `plan` and need not load it. */
export function pageOfMadePlan(plan: Plan): string {
  made = plan;
  return `/configure/plan/${plan.id}`;
}

/**
 * Returns the plan if it was just created, once. Null for one that was applied already: its result has to be loaded.
 */
export function consumeNewPlan(planId: string): Plan | null {
  const plan = made?.id === planId && made.run === null ? made : null;
  made = null;
  return plan;
}
