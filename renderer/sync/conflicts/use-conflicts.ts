import { listConflicts, type SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { useSyncFacts } from '../../model/station/sync-facts.ts';
import { call } from '../../service/api.ts';
import { type Paged, usePaged } from '../../service/use-paged.ts';
import type { Query } from '../../service/use-query.ts';

/** Maximum number of pages to show; more follow once these are decided. */
const MAX_PAGES = 50;

export type Conflicts = Paged<SyncConflict>;

/** Loads the conflicts, newest first, and again when their number changes. */
export function useConflicts(status: 'open' | 'resolved'): Query<Conflicts> {
  const count = useSyncFacts((facts) => facts.sync?.conflicts);
  const { query } = usePaged(
    (page, signal) => call(listConflicts, { query: { status, ...page }, signal }),
    ({ id }) => id,
    { firstPages: MAX_PAGES, version: String(count ?? '') },
  );
  return query;
}
