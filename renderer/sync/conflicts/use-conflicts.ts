import { useEffect } from 'react';

import { listConflicts, type SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { call, isRefused } from '../../service/api.ts';
import { useReading, type Reading } from '../../service/use-reading.ts';
import { useSyncFacts } from '../../model/station/sync-facts.ts';

const ROWS_ON_PAGE = 100;

/** So many are shown at once at most; the others follow as these are decided. */
const MOST_PAGES = 50;

export type Conflicts = { readonly items: readonly SyncConflict[]; readonly total: number };

/** The conflicts, newest first; read again when their number changes. */
export function useConflicts(status: 'open' | 'resolved'): Reading<Conflicts> {
  const reading = useReading<Conflicts>(async (signal) => {
    const items: SyncConflict[] = [];
    let total = 0;
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const query = { status, page: String(page), limit: String(ROWS_ON_PAGE) };
      const outcome = await call(listConflicts, { query, signal });
      if (isRefused(outcome)) return outcome;
      items.push(...outcome.reply.items);
      total = outcome.reply.total;
      if (items.length >= total) break;
    }
    return { reply: { items, total } };
  });
  const { reload } = reading;
  const count = useSyncFacts((facts) => facts.sync?.conflicts);
  useEffect(() => {
    if (count !== undefined) void reload();
  }, [count, reload]);
  return reading;
}
