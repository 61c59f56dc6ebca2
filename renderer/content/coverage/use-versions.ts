import { getAppStatistics, type AppStatistics } from '../../../shared/contract/statistics/statistics-now.ts';
import { call } from '../../service/api.ts';
import { useQuery, type Query } from '../../service/use-query.ts';

/** Interval of updates, in ms: headsets report a new version minutes after it was sent. */
const INTERVAL_MS = 30_000;

/** Returns the versions of every application on headsets, and the assigned ones. */
export function useVersions(): Query<AppStatistics> {
  return useQuery<AppStatistics>((signal) => call(getAppStatistics, { body: {}, signal }), INTERVAL_MS);
}
