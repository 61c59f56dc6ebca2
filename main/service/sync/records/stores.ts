import type { Database } from 'better-sqlite3';

import { type ConflictStore, openConflictStore } from './conflict-store.ts';
import { type LinkStore, openLinkStore } from './link-store.ts';
import { openOutboxStore, type OutboxStore } from './outbox-store.ts';
import { openRunStore, type RunStore } from './run-store.ts';
import { openTroubleStore, type TroubleStore } from './trouble-store.ts';
import { openUpstreamStore, type UpstreamStore } from './upstream-store.ts';

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
