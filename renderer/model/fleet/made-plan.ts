import type { Plan } from '../../../shared/contract/configuration/plans.ts';

/** The plan that was made last and that no page has shown yet. */
let made: Plan | null = null;

/** The address of the page of a plan that was just made. The page starts with `plan` and need not read it. */
export function pageOfMadePlan(plan: Plan): string {
  made = plan;
  return `/configure/plan/${plan.id}`;
}

/** The plan if it was just made, once. Null for one that is applied already: what became of it has to be read. */
export function takeMadePlan(planId: string): Plan | null {
  const plan = made?.id === planId && made.run === null ? made : null;
  made = null;
  return plan;
}
