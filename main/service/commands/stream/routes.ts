import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import type { NumberedChange } from '../../kernel/streams/change-feed.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { encodeEvent, type EventStreams, lastEventId } from '../../kernel/streams/event-stream.ts';
import { mount, mountWithStream } from '../../kernel/http/routes/mount.ts';
import { findDevice, reaches } from '../../devices/live/index.ts';
import type { CommandRecords } from '../pending/records.ts';
import type { QualityNegotiator } from './quality.ts';
import { toStreamStatus } from './status.ts';

export type StreamRoutes = {
  readonly negotiator: QualityNegotiator;
  readonly streams: EventStreams;
};

/** Serves the status of streams, once or as a stream, and their quality. */
export function mountStream(
  http: FastifyInstance,
  records: CommandRecords,
  { negotiator, streams }: StreamRoutes,
): void {
  mountStatus(http, records, streams);
  mount(http, contract.setStreamQuality, async ({ params, body, caller }) => {
    const record = findDevice(records, params.deviceId, caller);
    if (record instanceof Failure) return record;
    const data = await negotiator.set(record, body.qualityProfile);
    return data instanceof Failure ? data : { success: true, data };
  });
}

function mountStatus(http: FastifyInstance, records: CommandRecords, streams: EventStreams): void {
  const { changes, clock } = records.core;
  mountWithStream(http, contract.getStreamStatus, {
    json: ({ params, caller }) => {
      const record = findDevice(records, params.deviceId, caller);
      return record instanceof Failure ? record : toStreamStatus(records, record);
    },
    stream: ({ params, caller }, request, reply) => {
      const record = findDevice(records, params.deviceId, caller);
      if (record instanceof Failure) throw record;
      const from = lastEventId(request);
      const ends: (() => void)[] = [];
      const stream = streams.open(request, reply, caller, () => ends.forEach((end) => end()));
      stream.send(encodeEvent('hello', { serverTime: toInstant(clock.now()) }));
      const missed = from === undefined ? [] : changes.since(from);
      if (missed === undefined) stream.send(encodeEvent('resync', {}));
      const forward = (change: NumberedChange): void => {
        // It was moved to another cart.
        if (!reaches(records, caller, record)) return stream.end();
        if (change.stream !== undefined)
          stream.send(encodeEvent(change.stream.name, change.stream.data, change.seq));
        if (change.fleet?.name === 'removed') stream.end();
      };
      const own = (missed ?? []).filter((each) => each.deviceId === record.id && each.stream !== undefined);
      for (const change of own) forward(change);
      // Nothing was missed, or it is unknown: the current status, with the number to resume from.
      if (own.length === 0)
        stream.send(encodeEvent('status', toStreamStatus(records, record), changes.newestSeq));
      ends.push(changes.followDevice(record.id, forward));
    },
  });
}
