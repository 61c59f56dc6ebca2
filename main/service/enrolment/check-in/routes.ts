import type { FastifyInstance } from 'fastify';

import { MAX_EVENTS_PER_UPDATE } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/mount.ts';
import type { HeartbeatRecords } from './records.ts';
import { sortEvents } from './events-in.ts';
import type { Received } from './received.ts';
import { recordHeartbeat } from './record.ts';

/** Serves the heartbeat. `welcome` gives a headset what its slot still waits for. `toAssigned` gives a report the addresses that are assigned, where it has the station's own. */
export function mountHeartbeat(
  http: FastifyInstance,
  records: HeartbeatRecords,
  { toAssigned, welcome }: Pick<Received, 'toAssigned' | 'welcome'>,
): void {
  const { clock, writer } = records.core;
  mount(http, contract.updateDevice, ({ params, body, caller, address }) => {
    const raw = body.events ?? [];
    if (raw.length > MAX_EVENTS_PER_UPDATE) {
      return new Failure(
        'BATCH_TOO_LARGE',
        `${raw.length} events in one request; at most ${MAX_EVENTS_PER_UPDATE}. Nothing was stored: send them in parts.`,
      );
    }
    const receivedAtMs = clock.now();
    const received = {
      heartbeat: body,
      events: sortEvents(raw, receivedAtMs),
      caller,
      address,
      receivedAtMs,
      toAssigned,
      welcome,
    };
    return writer.run((afterCommit) => recordHeartbeat(records, params.deviceId, received, afterCommit));
  });
}
