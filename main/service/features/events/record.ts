import { newId } from '../../new-id.ts';
import type { EventStore } from './store.ts';

/** Lifecycle events that the station itself records. Source: interface.md "Events" for DEVICE_DELETED. */
export type LifecycleEvent = {
  readonly type: 'DEVICE_ENROLLED' | 'DEVICE_REPLACED' | 'DEVICE_DELETED';
  readonly payload: object;
};

/** Records a lifecycle event of a device inside the caller's transaction. */
export function recordLifecycle(
  events: EventStore,
  deviceKey: number,
  event: LifecycleEvent,
  nowMs: number,
): void {
  const entry = {
    eventId: newId(),
    type: event.type,
    timestampMs: nowMs,
    orderMs: nowMs,
    isClockSuspect: false,
    payload: JSON.stringify(event.payload),
  };
  events.add(deviceKey, [entry], nowMs);
}
