import type { FastifyInstance } from 'fastify';

import { deviceIdSchema } from '../../../../shared/contract/ids.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { isConfirmed } from '../../../../shared/domain/devices/confirmed.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { availabilityOf } from '../../devices/live/index.ts';
import { toHeadset } from '../../devices/views/index.ts';
import type { StatisticsRecords } from '../roll-ups/records.ts';
import { usedByName } from '../history/used-by.ts';
import { AppCount } from './apps.ts';
import { isBehindContent, isBehindState } from './behind.ts';
import { type RequestedDevices, visitDevices } from './devices.ts';
import { FleetCount } from './fleet.ts';
import { HealthCount } from './health.ts';
import { openStatisticsStore, type StateRow } from './store.ts';

/** Devices read at once: small rows, and large ones with settings and inventory. */
const STATES = 100;
const CONTENTS = 10;

/** Serves the statistics of the current fleet: `/devices/stats/fleet`, `/apps` and `/health`. */
export function mountStatisticsNow(http: FastifyInstance, records: StatisticsRecords): void {
  const { clock, db, links } = records.core;
  const store = openStatisticsStore(db, records.states);
  const states = { size: STATES, rows: store.states };

  const presence = (text: string, lastHeartbeatAtMs: number | null) => {
    const id = deviceIdSchema.parse(text);
    const { isAvailable } = availabilityOf(records.core, { id }, { lastHeartbeatAtMs });
    return { isLinked: links.isLinked(id), isAvailable };
  };

  const confirmed = (id: string): boolean => {
    const record = records.devices.find(id);
    return record !== undefined && isConfirmed(toHeadset(records, record));
  };

  mount(http, contract.getFleetStatistics, async ({ body, caller }) => {
    const count = new FleetCount(clock.now(), presence, confirmed);
    const question = { deviceIds: body.deviceIds, caller };
    return count.answer(await visitDevices(records, question, states, (row) => count.add(row)));
  });

  mount(http, contract.getHealthStatistics, async ({ body, caller }) => {
    const count = new HealthCount();
    const question = { deviceIds: body.deviceIds, caller };
    const invalidIds = await visitDevices(records, question, states, (row) => count.add(row));
    return count.answer(clock.now(), body.granularity, invalidIds);
  });

  mount(http, contract.getAppStatistics, async ({ body, caller }) => {
    const count = new AppCount(clock.now());
    const question = { deviceIds: body.deviceIds, caller };
    const contents = { size: CONTENTS, rows: store.contents };
    return count.answer(await visitDevices(records, question, contents, (row) => count.add(row)));
  });

  mount(http, contract.listHeadsetsBehind, async ({ query, caller }) => {
    const { of, value = null, counted, versionCode } = query;
    if (of === 'used') return usedByName(records, { ...query, name: value, caller });
    if (of === 'anyUse') return usedByName(records, { ...query, name: undefined, caller });
    const ids: string[] = [];
    const requested = { of, value, counted, versionCode };
    const question: RequestedDevices = { caller };
    if (of === 'content' || of === 'package') {
      const contents = { size: CONTENTS, rows: store.contents };
      await visitDevices(records, question, contents, (row) => {
        if (isBehindContent(row, requested, clock.now())) ids.push(row.id);
      });
    } else {
      const isReached = (row: StateRow): boolean => presence(row.id, row.last_heartbeat_at_ms).isAvailable;
      await visitDevices(records, question, states, (row) => {
        if (isBehindState(row, requested, isReached)) ids.push(row.id);
      });
    }
    return { ids: ids.toSorted() };
  });
}
