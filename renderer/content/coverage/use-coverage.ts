import { useState } from 'react';

import { getLibraryCoverage } from '../../../shared/contract/content/library-coverage.ts';
import { call, isRefused } from '../../service/api.ts';
import { useQuery, type Query } from '../../service/use-query.ts';
import { isLoading, type CoverageBySha } from '../../model/content/library.ts';

/** Interval of updates during downloads, and otherwise, in ms. */
const MOVING_MS = 4_000;
const QUIET_MS = 15_000;

/** Returns which headsets have what of the library; with `sha256` only one item. */
export function useCoverage(sha256?: string): Query<CoverageBySha> {
  const [isMoving, setMoving] = useState(false);
  return useQuery<CoverageBySha>(
    async (signal) => {
      const outcome = await call(getLibraryCoverage, {
        query: sha256 === undefined ? {} : { sha256 },
        signal,
      });
      if (isRefused(outcome)) return outcome;
      const coverage = new Map(outcome.reply.items.map((each) => [each.sha256, each]));
      setMoving(isLoading(coverage));
      return { reply: coverage };
    },
    isMoving ? MOVING_MS : QUIET_MS,
  );
}
