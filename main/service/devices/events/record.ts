import type { STATION_EVENT_TYPES } from '../../../../shared/contract/devices/events.ts';
import { newId } from '../../kernel/new-id.ts';
import type { EventStore } from './store.ts';

/** An event that the station itself records. */
export type StationEvent = {
  readonly type: (typeof STATION_EVENT_TYPES)[number];
  readonly payload: object;
};

/** Records an event of a device inside the caller's transaction. */
export function recordEvent(events: EventStore, deviceKey: number, event: StationEvent, nowMs: number): void {
  const entry = {
    eventId: newId(),
    type: event.type,
    timestampMs: nowMs,
    orderMs: nowMs,
    isClockSuspect: false,
    payload: JSON.stringify(event.payload),
  };
  events.add(deviceKey, [entry], nowMs, { source: 'station' });
}
