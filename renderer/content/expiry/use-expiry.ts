import type { z } from 'zod';

import { getExpiry } from '../../../shared/contract/configuration/expiry.ts';
import { call } from '../../service/api.ts';
import { useReading, type Reading } from '../../service/use-reading.ts';

export type Endings = z.infer<typeof getExpiry.reply>;

/** Interval of updates, in ms: somebody else may have moved a date. */
const INTERVAL_MS = 60_000;

/** Returns what expires when, the earliest first. */
export function useExpiry(): Reading<Endings> {
  return useReading<Endings>((signal) => call(getExpiry, { query: {}, signal }), INTERVAL_MS);
}
