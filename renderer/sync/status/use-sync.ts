import { useEffect } from 'react';

import { pauseSync, resumeSync, retrySync, runSync, type Sync } from '../../../shared/contract/sync/sync.ts';
import { call, type Refusal } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import type { Query } from '../../service/use-query.ts';
import { useSyncFacts } from '../../model/station/sync-facts.ts';
import { putSync, readSync, watchSync } from './sync-watch.ts';

/** Returns the sync status, kept up to date while the screen is open. */
export function useSync(): Query<Sync> {
  useEffect(() => watchSync(), []);
  const reply = useSyncFacts((facts) => facts.sync);
  const refusal = useSyncFacts((facts) => facts.refusal);
  const readAtMs = useSyncFacts((facts) => facts.readAtMs);
  return { reply, refusal, readAtMs, reload: readSync, put: putSync };
}

/** Orders of a person; each answer is the new status. */
export type SyncOrders = {
  readonly refusal: Refusal | null;
  readonly isBusy: boolean;
  readonly run: (confirmsRemovals?: boolean) => Promise<void>;
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
  /** Without ids, retries everything. */
  readonly retry: (devicesId?: readonly string[]) => Promise<void>;
};

export function useSyncOrders(): SyncOrders {
  const { isBusy, refusal, run } = useAction();
  const order = async (send: () => Promise<{ readonly reply: Sync } | Refusal>): Promise<void> => {
    const reply = await run(send());
    if (reply !== null) putSync(reply);
  };
  return {
    refusal,
    isBusy,
    run: (confirmsRemovals = false) => order(() => call(runSync, { body: { confirmsRemovals } })),
    pause: () => order(() => call(pauseSync, {})),
    resume: () => order(() => call(resumeSync, {})),
    retry: (devicesId) =>
      order(() => call(retrySync, { body: devicesId === undefined ? {} : { devicesId: [...devicesId] } })),
  };
}
