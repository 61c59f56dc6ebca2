import type { Sync } from '../../shared/contract/sync/sync.ts';

/** What the station says of sync while it runs. */
export type SyncNews = Pick<Sync, 'state' | 'reason' | 'progress'>;

const listeners = new Set<(news: SyncNews) => void>();

/** Listens to what sync does; the answer ends it. */
export function onSyncNews(listener: (news: SyncNews) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hands news to everyone who listens. */
export function tellSyncNews(news: SyncNews): void {
  for (const listener of listeners) listener(news);
}
