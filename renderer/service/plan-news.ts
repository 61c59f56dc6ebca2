import type { PlanResult, PlanSummary } from '../../shared/contract/configuration/plans.ts';

/** What the station said of plans since the last frame. */
export type PlanNews = {
  readonly plans: readonly PlanSummary[];
  readonly results: readonly { readonly planId: string; readonly items: readonly PlanResult[] }[];
};

const listeners = new Set<(news: PlanNews) => void>();

/** Listens to what happens to plans; the answer ends it. */
export function onPlanNews(listener: (news: PlanNews) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hands news to everyone who listens. */
export function tellPlanNews(news: PlanNews): void {
  if (news.plans.length + news.results.length === 0) return;
  for (const listener of listeners) listener(news);
}
