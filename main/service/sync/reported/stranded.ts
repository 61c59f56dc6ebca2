import { toInstant } from '../../kernel/clock.ts';
import type { ArrivedEvent } from '../../devices/events/index.ts';
import type { LinkedDevice } from '../records/link-store.ts';
import type { SyncParts } from '../records/parts.ts';

/** Slots per page, and events per page of a slot. */
const SLOTS_ON_PAGE = 100;
const EVENTS_ON_PAGE = 500;

/** Yields the events that cannot be uploaded because their slot was deleted at the central, as parts of a JSON text. */
export function* strandedParts(parts: SyncParts): Generator<string> {
  const { stores, records } = parts;
  yield `{"savedAt":${JSON.stringify(toInstant(records.core.clock.now()))},"slots":[`;
  let comma = '';
  for (let page = 1; ; page += 1) {
    const { items } = stores.links.list('stranded', { page, limit: SLOTS_ON_PAGE });
    for (const link of items) {
      yield `${comma}${JSON.stringify(slotOf(parts, link)).slice(0, -1)},"events":[`;
      comma = ',';
      yield* eventsOf(parts, link);
      yield ']}';
    }
    if (items.length < SLOTS_ON_PAGE) break;
  }
  yield ']}';
}

function slotOf(
  { records }: SyncParts,
  { deviceKey, deviceId, upstreamId, reportsTo, gone }: LinkedDevice,
): object {
  const label = records.devices.findByKey(deviceKey)?.label ?? records.devices.deletedLabel(deviceKey);
  return { id: deviceId, label, upstreamId: upstreamId ?? reportsTo, gone };
}

function* eventsOf({ records }: SyncParts, { deviceKey, eventsThrough }: LinkedDevice): Generator<string> {
  let comma = '';
  for (let after = eventsThrough; ;) {
    const events = records.events.arrivedAfter(deviceKey, after, EVENTS_ON_PAGE);
    for (const event of events) {
      yield comma + eventText(event);
      comma = ',';
    }
    after = events.at(-1)?.key ?? after;
    if (events.length < EVENTS_ON_PAGE) return;
  }
}

function eventText({ eventId, type, timestampMs, enrolment, payload }: ArrivedEvent): string {
  const event = { eventId, type, timestamp: toInstant(timestampMs), enrolmentId: enrolment };
  return `${JSON.stringify(event).slice(0, -1)},"payload":${payload ?? 'null'}}`;
}
