import type { FastifyInstance } from 'fastify';

import type { Availability } from '../../../../shared/contract/commands/availability.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import type { CommandSender } from './commands.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { announceDevice, availabilityOf, findDevice } from '../../devices/live/index.ts';

/** The command with which a headset is asked whether it is online. */
const PING = { event: 'ping', message: {} };
/** How long a headset may take to answer whether it can be reached: a person waits. */
const PING_WITHIN_MS = 3_000;

/** Serves availability: reading, refreshing and forcing. */
export function mountAvailability(http: FastifyInstance, records: Records, commands: CommandSender): void {
  const { core } = records;

  mount(http, contract.getAvailability, ({ params, query, caller }) => {
    const record = findDevice(records, params.deviceId, caller);
    if (record instanceof Failure) return record;
    return query.refresh === true ? pingHeadset(records, commands, record) : known(records, record);
  });

  mount(http, contract.forceAvailability, ({ params: { deviceId, isAvailable }, caller }) => {
    const record = findDevice(records, deviceId, caller);
    if (record instanceof Failure) return record;
    const before = known(records, record);
    core.links.force(record.id, { isAvailable, atMs: core.clock.now() });
    announceChange(records, record, before);
    return known(records, record);
  });
}

function known(records: Records, record: DeviceRecord): Availability {
  return availabilityOf(records.core, record, records.reports.report(record.key));
}

/**
 * Queries the headset itself. Its answer is the reply; the record still shows the availability by connection and
 * heartbeats.
 */
async function pingHeadset(
  records: Records,
  commands: CommandSender,
  record: DeviceRecord,
): Promise<Availability | Failure<'STATION_STOPPING'>> {
  const before = known(records, record);
  if (records.core.links.unforce(record.id)) announceChange(records, record, before);
  const outcome = await commands.send(record, PING, { withinMs: PING_WITHIN_MS, isRecorded: false });
  if (outcome instanceof Failure && outcome.code === 'STATION_STOPPING') {
    return new Failure(outcome.code, outcome.message);
  }
  const checkedAt = toInstant(records.core.clock.now());
  return { id: record.id, isAvailable: !(outcome instanceof Failure), source: 'link', checkedAt };
}

function announceChange(records: Records, record: DeviceRecord, before: Availability): void {
  const { isAvailable } = known(records, record);
  if (isAvailable !== before.isAvailable) announceDevice(records, record, { device: { isAvailable } });
}
