import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import type { DeviceId } from '../../../../shared/contract/ids.ts';
import type { Core } from '../../kernel/kernel.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { readEventPage } from './page.ts';
import type { EventStore } from './store.ts';

/** `findKey` returns the store's key of a device in the caller's reach, including deleted ones. */
export function mountEvents(
  http: FastifyInstance,
  core: Core,
  events: EventStore,
  findKey: (id: DeviceId, caller: Caller) => number | undefined,
): void {
  mount(http, contract.listEvents, async ({ params, query, caller }) => {
    const key = findKey(params.deviceId, caller);
    if (key === undefined) return new Failure('DEVICE_NOT_FOUND', `There is no device ${params.deviceId}.`);
    const { type, page, limit } = query;
    const types = type === undefined ? query.types : [type];
    const requested = { types, page, limit, fromMs: toMs(query.from), toMs: toMs(query.to) };
    return { page, limit, ...(await readEventPage(events, key, requested, core.clock.now())) };
  });
}

function toMs(instant: string | undefined): number | undefined {
  return instant === undefined ? undefined : Date.parse(instant);
}
