import { useState } from 'react';

import { contract } from '../../../shared/contract/index.ts';
import { call, isRefused } from '../../service/api.ts';
import { useReading, type Reading } from '../../service/use-reading.ts';
import type { Downloads } from './queue-panel.tsx';

/** How often what is sent is looked at while something moves, and otherwise, in ms. */
const MOVING_MS = 1_500;
const QUIET_MS = 8_000;

/** What headsets fetch from this station, the newest first. */
export function useQueue(): Reading<Downloads> {
  const [isMoving, setMoving] = useState(false);
  return useReading<Downloads>(
    async (signal) => {
      const outcome = await call(contract.listDownloads, { query: { limit: '100' }, signal });
      if (!isRefused(outcome)) setMoving(outcome.reply.cart.running + outcome.reply.cart.waiting > 0);
      return outcome;
    },
    isMoving ? MOVING_MS : QUIET_MS,
  );
}
