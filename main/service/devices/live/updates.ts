import type { FastifyInstance } from 'fastify';

import { deviceUpdates } from '../../../../shared/contract/devices/events.ts';
import type { NumberedChange } from '../../kernel/streams/change-feed.ts';
import { toInstant, toInstantOrNull } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import {
  encodeEvent,
  type EventStreams,
  type EventStream,
  lastEventId,
} from '../../kernel/streams/event-stream.ts';
import { mountStream } from '../../kernel/http/routes/mount.ts';
import { announceDevice } from './announce.ts';
import { availabilityOf } from '../records/availability.ts';
import { findDevice, reaches } from '../records/reach.ts';
import type { Records } from '../records/records.ts';
import type { DeviceRecord } from '../registry/store.ts';

/** `GET /devices/{deviceId}/updates`: the changes of one device and, with its own token, the headset's connection. */
export function mountDeviceUpdates(http: FastifyInstance, records: Records, streams: EventStreams): void {
  const { changes, clock } = records.core;
  mountStream(http, deviceUpdates, ({ params, caller }, request, reply) => {
    const record = findDevice(records, params.deviceId, caller);
    if (record instanceof Failure) throw record;
    const from = lastEventId(request);
    const ends: (() => void)[] = [];
    const stream = streams.open(request, reply, caller, () => ends.forEach((end) => end()));
    stream.send(
      encodeEvent('hello', {
        serverTime: toInstant(clock.now()),
        settingsRevision: record.settingsRevision,
      }),
    );
    replay(stream, from === undefined ? [] : changes.since(from), record.id);
    ends.push(
      changes.followDevice(record.id, (change) => {
        // It was moved to another cart.
        if (!reaches(records, caller, record)) return stream.end();
        forward(stream, change);
        if (change.fleet?.name === 'removed') stream.end();
      }),
    );
    if (isOwnLink(caller, record)) ends.push(holdLink(records, record, stream, request.ip));
  });
}

function isOwnLink(caller: Caller, record: DeviceRecord): boolean {
  return caller.scope === 'device' && caller.deviceId === record.id && !record.isArchived;
}

/** Registers the stream as the headset's connection. Returns a function that ends it. */
function holdLink(records: Records, record: DeviceRecord, stream: EventStream, address: string): () => void {
  const { links } = records.core;
  const link = { address, send: (encoded: string) => stream.send(encoded) };
  const publish = (): void => {
    const { isAvailable } = availabilityOf(records.core, record, records.reports.report(record.key));
    const isLinked = links.isLinked(record.id);
    const linkEndedAt = toInstantOrNull(links.endedAtMs(record.id));
    announceDevice(records, record, { device: { isAvailable }, headset: { isLinked, linkEndedAt } });
  };
  if (links.opened(record.id, link)) publish();
  return () => {
    if (links.ended(record.id, link, records.core.clock.now())) publish();
  };
}

function replay(stream: EventStream, missed: readonly NumberedChange[] | undefined, deviceId: string): void {
  if (missed === undefined) stream.send(encodeEvent('resync', {}));
  for (const change of missed ?? []) if (change.deviceId === deviceId) forward(stream, change);
}

function forward(stream: EventStream, change: NumberedChange): void {
  if (change.device !== undefined)
    stream.send(encodeEvent(change.device.name, change.device.data, change.seq));
}
