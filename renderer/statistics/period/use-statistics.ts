import type { z } from 'zod';

import {
  getAppStatistics,
  getFleetStatistics,
  getHealthStatistics,
  type AppStatistics,
  type FleetStatistics,
  type HealthStatistics,
} from '../../../shared/contract/statistics/statistics-now.ts';
import {
  type connectivitySchema,
  getActivity,
  getConnectivity,
  type Activity,
} from '../../../shared/contract/statistics/statistics.ts';
import { call } from '../../service/api.ts';
import { useQuery, type Query } from '../../service/use-query.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { startOfRange, type Question } from './question.ts';

export type Connectivity = z.infer<typeof connectivitySchema>;

/** The five statistics, each loaded separately: a failed one does not hide the others. */
export type StatisticsQueries = {
  readonly connectivity: Query<Connectivity>;
  readonly activity: Query<Activity>;
  readonly fleet: Query<FleetStatistics>;
  readonly apps: Query<AppStatistics>;
  readonly health: Query<HealthStatistics>;
};

/** Current figures are reloaded at this interval, in ms; figures over time only on request. */
const NOW_EVERY_MS = 30_000;

/** Loads the statistics of a query. */
export function useStatistics(
  { range, granularity, idleDays }: Question,
  { deviceIds }: { readonly deviceIds: string[] | undefined },
  timeZone: string,
): StatisticsQueries {
  const scope = deviceIds === undefined ? {} : { deviceIds };
  const span = (): { startDate: string } => ({
    startDate: startOfRange(range, timeZone, useFleet.getState().nowMs),
  });
  const connectivity = useQuery<Connectivity>((signal) =>
    call(getConnectivity, { body: { ...scope, ...span(), granularity }, signal }),
  );
  const activity = useQuery<Activity>((signal) =>
    call(getActivity, { body: { ...scope, ...span(), inactiveDays: idleDays }, signal }),
  );
  const fleet = useQuery<FleetStatistics>(
    (signal) => call(getFleetStatistics, { body: scope, signal }),
    NOW_EVERY_MS,
  );
  const apps = useQuery<AppStatistics>(
    (signal) => call(getAppStatistics, { body: scope, signal }),
    NOW_EVERY_MS,
  );
  const health = useQuery<HealthStatistics>(
    (signal) => call(getHealthStatistics, { body: scope, signal }),
    NOW_EVERY_MS,
  );
  return { connectivity, activity, fleet, apps, health };
}
