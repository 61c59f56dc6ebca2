import { useState } from 'react';

import { listLibraryJobs, type LibraryJobView } from '../../../shared/contract/content/library.ts';
import { call, isRefused } from '../../service/api.ts';
import { useQuery, type Query } from '../../service/use-query.ts';

/** Interval of updates during downloads, and otherwise, in ms. */
const MOVING_MS = 1_000;
const QUIET_MS = 10_000;

/** Returns the station's downloads from URLs, including recent ones. */
export function useJobs(): Query<readonly LibraryJobView[]> {
  const [isMoving, setMoving] = useState(false);
  return useQuery<readonly LibraryJobView[]>(
    async (signal) => {
      const outcome = await call(listLibraryJobs, { query: { limit: '100' }, signal });
      if (isRefused(outcome)) return outcome;
      const { items } = outcome.reply;
      setMoving(items.some(({ status }) => status === 'waiting' || status === 'fetching'));
      return { reply: items };
    },
    isMoving ? MOVING_MS : QUIET_MS,
  );
}
