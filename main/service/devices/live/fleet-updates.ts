import type { FastifyInstance } from 'fastify';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { fleetUpdates } from '../../../../shared/contract/devices/fleet.ts';
import type { NumberedChange } from '../../kernel/streams/change-feed.ts';
import { toInstant } from '../../kernel/clock.ts';
import { noOrganisation } from '../../kernel/failure.ts';
import {
  encodeEvent,
  type EventStream,
  type EventStreams,
  lastEventId,
} from '../../kernel/streams/event-stream.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mountStream } from '../../kernel/http/routes/mount.ts';
import type { CodeGuard } from '../codes/guard.ts';
import { encoderForCarts } from './fleet-of-carts.ts';
import { idsWithin, reaches } from '../records/reach.ts';
import type { Records } from '../records/records.ts';
import { toHeadset } from '../views/headset-view.ts';

/** Headsets per event of the snapshot: few enough not to block requests in between. */
const CHUNK = 100;

/** `GET /station/updates`: the fleet of the caller's organisation, or of the caller's carts, on one connection. */
export function mountFleetUpdates(
  http: FastifyInstance,
  records: Records,
  guard: CodeGuard,
  streams: EventStreams,
): void {
  const { changes, clock, log } = records.core;
  const encodeForAll = onceForAll();
  mountStream(http, fleetUpdates, ({ query, caller }, request, reply) => {
    const { enterpriseId } = caller;
    if (enterpriseId === null) throw noOrganisation();
    const from = lastEventId(request);
    const ends: (() => void)[] = [];
    const stream = streams.open(request, reply, caller, () => ends.forEach((end) => end()));
    const enrolment = guard.status(enterpriseId, clock.now());
    const devices = query.devices === true ? { devices: true } : {};
    stream.send(encodeEvent('hello', { serverTime: toInstant(clock.now()), enrolment, ...devices }));
    const isLimited = caller.carts !== null;
    const ids = isLimited || query.snapshot === true ? [...idsWithin(records, caller, enterpriseId)] : [];
    const encode = isLimited ? encoderForCarts(records, caller, new Set(ids)) : encodeForAll;
    // Which headsets came into the carts meanwhile, and which left, is not known.
    const missed = from === undefined ? [] : isLimited ? undefined : changes.since(from);
    if (missed === undefined) stream.send(encodeEvent('resync', {}));
    const forward = (change: NumberedChange): void => {
      const encoded = change.fleet === undefined ? undefined : encode(change);
      if (encoded !== undefined) stream.send(encoded);
    };
    for (const change of missed ?? []) if (change.enterpriseId === enterpriseId) forward(change);
    // From here on nothing is missed: changes during the snapshot follow in order.
    ends.push(changes.followEnterprise(enterpriseId, forward));
    if (query.devices === true)
      for (const id of caller.reach)
        ends.push(
          changes.followEnterprise(id, (change) => {
            if (change.deviceId !== null && reaches(records, caller, { ...change, id: change.deviceId }))
              sendDevice(stream, change);
          }),
        );
    if (query.snapshot !== true) return;
    sendSnapshot(records, caller, ids, stream).catch((error: unknown) => {
      log.error({ err: error }, 'the fleet could not be read for a listener');
      stream.end();
    });
  });
}

/** Publishes what the stream of the device has, or that the device no longer exists. */
function sendDevice(stream: EventStream, { deviceId: id, device, fleet }: NumberedChange): void {
  if (id === null) return;
  if (device !== undefined) stream.send(encodeEvent('update', { id, ...device }));
  if (fleet?.name === 'removed') stream.send(encodeEvent('update', { id, name: 'gone', data: null }));
}

/**
 * Sends the fleet in pieces, each when the reader has received the previous one, letting requests run in between. A
 * piece may contain a change that follows again: changes are absolute.
 */
async function sendSnapshot(
  records: Records,
  caller: Caller,
  ids: readonly string[],
  stream: EventStream,
): Promise<void> {
  for (let at = 0; at < ids.length && stream.isOpen; at += CHUNK) {
    const items = ids
      .slice(at, at + CHUNK)
      .map((id) => records.devices.find(id))
      .filter((record) => record !== undefined)
      .filter((record) => reaches(records, caller, record))
      .map((record) => toHeadset(records, record));
    stream.send(encodeEvent('headsets', { items, total: ids.length }));
    await Promise.all([nextTurn(), stream.drained()]);
  }
  stream.send(encodeEvent('live', {}));
}

/** Encodes a change once for all listeners, which get the same one after the other. */
function onceForAll(): (change: NumberedChange) => string {
  let last: { readonly seq: number; readonly encoded: string } | undefined;
  return (change) => {
    if (last?.seq === change.seq) return last.encoded;
    const encoded =
      change.fleet === undefined ? '' : encodeEvent(change.fleet.name, change.fleet.data, change.seq);
    last = { seq: change.seq, encoded };
    return encoded;
  };
}
