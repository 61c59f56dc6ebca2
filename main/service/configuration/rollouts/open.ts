import type { FastifyInstance } from 'fastify';

import { startRetention } from '../../kernel/retention.ts';
import type { Records } from '../../devices/index.ts';
import { type ChangeStore, openAuthors } from '../../devices/history/index.ts';
import type { LibraryStore } from '../../content/index.ts';
import type { ProfileStore } from '../profiles/store.ts';
import { Plans } from './plans.ts';
import { mountPlanRoutes } from './routes.ts';
import { openPlanStore } from '../plan-store/plan-store.ts';

const FIRST_MS = 45_000;
/** One at a time: a plan has up to thousands of rows. */
const PLANS_PER_BATCH = 1;
const STATES_PER_BATCH = 200;

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
  const stopTidying = startRetention(core, {
    what: 'old plans',
    firstMs: FIRST_MS,
    // Then the states that no plan needs any more.
    some: () =>
      store.removeOld(core.clock.now(), PLANS_PER_BATCH) === PLANS_PER_BATCH ||
      records.states.deleteUnused(core.clock.now(), STATES_PER_BATCH) === STATES_PER_BATCH,
  });
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
