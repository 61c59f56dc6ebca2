import type { FastifyInstance } from 'fastify';

import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { MS_PER_QUARTER } from '../roll-ups/activity-day.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import type { StatisticsRecords } from '../roll-ups/records.ts';
import { enterpriseOf } from '../../access/index.ts';
import { activityOf } from './activity.ts';
import { connectivityOf } from './connectivity.ts';
import { scopeOf } from './scope.ts';
import { spanOf } from './span.ts';

const MS_PER_MINUTE = 60_000;

/**
 * Serves statistics of presence and use over time. A token without an organisation uses the time zone of the
 * station's own.
 */
export function mountStatistics(
  http: FastifyInstance,
  records: StatisticsRecords,
  ownEnterpriseId: EnterpriseId,
): void {
  const { clock } = records.core;
  const zoneOf = (caller: Caller): string =>
    enterpriseOf(records.enterprises, caller.enterpriseId ?? ownEnterpriseId).timeZone;

  mount(http, contract.getConnectivity, async ({ body: requested, caller }) => {
    const timeZone = zoneOf(caller);
    const span = spanOf(requested, timeZone, clock.now(), MS_PER_MINUTE);
    if (span instanceof Failure) return span;
    const scope = await scopeOf(records, requested.deviceIds, caller);
    return connectivityOf(records, scope, { span, timeZone, requested });
  });

  mount(http, contract.getActivity, async ({ body: requested, caller }) => {
    const timeZone = zoneOf(caller);
    const span = spanOf(requested, timeZone, clock.now(), MS_PER_QUARTER);
    if (span instanceof Failure) return span;
    await records.rollUps.settle();
    const scope = await scopeOf(records, requested.deviceIds, caller);
    return activityOf(records, scope, { span, timeZone, requested });
  });
}
