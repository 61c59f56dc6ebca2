import type { FastifyInstance } from 'fastify';

import { type Records, openAuthors } from '../../devices/index.ts';
import type { LibraryStore } from '../../content/index.ts';
import type { ProfileStore } from '../profiles/store.ts';
import { Plans } from './plans.ts';
import { mountPlanRoutes } from './routes.ts';
import { openPlanStore } from './store.ts';
import { startTidying } from './tidy.ts';

/** Plans at work. */
export type MountedPlans = {
  readonly plans: Plans;
  /** Settles when nothing is under way; what was, goes on after the next start. */
  stop(): Promise<void>;
};

/** Serves `/station/plans` and drives those that were applied. */
export function mountPlans(
  http: FastifyInstance,
  records: Records,
  { profiles, library }: { readonly profiles: ProfileStore; readonly library: LibraryStore },
): MountedPlans {
  const { core } = records;
  const store = openPlanStore(core.db);
  const plans = new Plans({ records, store, toAuthor: openAuthors(core.db), library });
  mountPlanRoutes(http, records, plans, profiles);
  const stopTidying = startTidying(core, records.states, store);
  plans.runner.start();
  return {
    plans,
    stop() {
      stopTidying();
      return plans.runner.stop();
    },
  };
}
