import type { FastifyInstance } from 'fastify';

import { MAX_EVENTS_PER_UPDATE } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { Failure } from '../../kernel/failure.ts';
import { mountAmended } from '../../kernel/http/routes/mount-amended.ts';
import type { EnrolmentRecords } from '../join/records.ts';
import { dropImpossible } from './drop-impossible.ts';
import { sortEvents } from './parse-events.ts';
import { recordHeartbeat } from './record.ts';

/** Serves the heartbeat. */
export function mountHeartbeat(http: FastifyInstance, records: EnrolmentRecords): void {
  const { clock, writer } = records.core;
  mountAmended(http, contract.updateDevice, dropImpossible, (sent) => {
    const { params, body, caller, address, dropped } = sent;
    const raw = body.events ?? [];
    if (raw.length > MAX_EVENTS_PER_UPDATE) {
      return new Failure(
        'BATCH_TOO_LARGE',
        `${raw.length} events in one request; at most ${MAX_EVENTS_PER_UPDATE}. Nothing was stored: send them in parts.`,
      );
    }
    const receivedAtMs = clock.now();
    const events = sortEvents(raw, receivedAtMs);
    const received = { heartbeat: body, events, dropped, caller, address, receivedAtMs };
    return writer.run((afterCommit) => recordHeartbeat(records, params.deviceId, received, afterCommit));
  });
}
