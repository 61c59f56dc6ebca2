import type { Database } from 'better-sqlite3';

import { type ConflictStore, openConflictStore } from '../conflicts/conflict-store.ts';
import { type LinkStore, openLinkStore } from '../merge/link-store.ts';
import { openOutboxStore, type OutboxStore } from '../lifecycle/outbox-store.ts';
import { openRunStore, type RunStore } from '../runs/run-store.ts';
import { openTroubleStore, type TroubleStore } from '../conflicts/trouble-store.ts';
import { openUpstreamStore, type UpstreamStore } from '../routes/upstream-store.ts';

/** Everything that sync stores. */
export type SyncStores = {
  readonly upstream: UpstreamStore;
  readonly links: LinkStore;
  readonly outbox: OutboxStore;
  readonly conflicts: ConflictStore;
  readonly runs: RunStore;
  readonly trouble: TroubleStore;
};

export function openSyncStores(db: Database): SyncStores {
  return {
    upstream: openUpstreamStore(db),
    links: openLinkStore(db),
    outbox: openOutboxStore(db),
    conflicts: openConflictStore(db),
    runs: openRunStore(db),
    trouble: openTroubleStore(db),
  };
}
