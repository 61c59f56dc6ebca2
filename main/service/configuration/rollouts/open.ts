import type { FastifyInstance } from 'fastify';

import type { Records } from '../../devices/index.ts';
import { type ChangeStore, openAuthors } from '../../devices/history/index.ts';
import type { LibraryStore } from '../../content/index.ts';
import type { ProfileStore } from '../profiles/store.ts';
import { Plans } from './plans.ts';
import { mountPlanRoutes } from './routes.ts';
import { openPlanStore } from '../plan-store/plan-store.ts';
import { startTidying } from './tidy.ts';

/** Plans in progress. */
export type OpenPlans = {
  readonly plans: Plans;
  /** Serves `/station/plans`. */
  mount(http: FastifyInstance): void;
  titleOf(planId: string): string | undefined;
  /** Settles when nothing is in progress; the rest resumes after the next start. */
  stop(): Promise<void>;
};

/** Opens the plans and resumes those that were applied. */
export function openPlans(
  records: Records,
  {
    profiles,
    library,
    changes,
  }: { readonly profiles: ProfileStore; readonly library: LibraryStore; readonly changes: ChangeStore },
): OpenPlans {
  const { core } = records;
  const store = openPlanStore(core.db);
  const plans = new Plans({ records, store, toAuthor: openAuthors(records.tokens), changes, library });
  const stopTidying = startTidying(core, records.states, store);
  plans.runner.start();
  return {
    plans,
    mount: (http) => mountPlanRoutes(http, records, plans, profiles),
    titleOf: (planId) => store.find(planId)?.title,
    stop() {
      stopTidying();
      return plans.runner.stop();
    },
  };
}
