import type { z } from 'zod';

import { getExpiry } from '../../../shared/contract/configuration/expiry.ts';
import { call } from '../../service/api.ts';
import { useQuery, type Query } from '../../service/use-query.ts';

export type Endings = z.infer<typeof getExpiry.reply>;

/** Interval of updates, in ms: an expiry may have been changed elsewhere. */
const INTERVAL_MS = 60_000;

/** Returns the expiries, the earliest first. */
export function useExpiry(): Query<Endings> {
  return useQuery<Endings>((signal) => call(getExpiry, { query: {}, signal }), INTERVAL_MS);
}
