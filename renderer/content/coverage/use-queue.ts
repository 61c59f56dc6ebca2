import { useState } from 'react';

import { listDownloads } from '../../../shared/contract/content/library-serving.ts';
import { call, isRefused } from '../../service/api.ts';
import { useQuery, type Query } from '../../service/use-query.ts';
import type { Downloads } from './queue-panel.tsx';

/** Interval of updates during downloads, and otherwise, in ms. */
const MOVING_MS = 1_500;
const QUIET_MS = 8_000;

/** Returns what headsets download from this station, newest first; with `sha256` only one item. */
export function useQueue(sha256?: string): Query<Downloads> {
  const [isMoving, setMoving] = useState(false);
  return useQuery<Downloads>(
    async (signal) => {
      const from = new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
      const query = { limit: '100', from, ...(sha256 === undefined ? {} : { sha256 }) };
      const outcome = await call(listDownloads, { query, signal });
      if (!isRefused(outcome)) setMoving(outcome.reply.cart.running + outcome.reply.cart.waiting > 0);
      return outcome;
    },
    isMoving ? MOVING_MS : QUIET_MS,
  );
}
