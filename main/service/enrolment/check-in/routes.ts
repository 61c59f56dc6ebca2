import type { FastifyInstance } from 'fastify';

import { MAX_EVENTS_PER_UPDATE } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import type { EnrolmentRecords } from '../join/records.ts';
import { sortEvents } from './parse-events.ts';
import { recordHeartbeat } from './record.ts';

/** Serves the heartbeat. */
export function mountHeartbeat(http: FastifyInstance, records: EnrolmentRecords): void {
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
    const events = sortEvents(raw, receivedAtMs);
    const received = { heartbeat: body, events, caller, address, receivedAtMs };
    return writer.run((afterCommit) => recordHeartbeat(records, params.deviceId, received, afterCommit));
  });
}
