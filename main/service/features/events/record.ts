import { newId } from '../../new-id.ts';
import type { EventStore } from './store.ts';

/** Lifecycle events that the station itself records. Source: interface.md "Events" for DEVICE_DELETED. */
export type LifecycleEvent = 'DEVICE_ENROLLED' | 'DEVICE_REPLACED' | 'DEVICE_DELETED';

/** Records a lifecycle event inside the caller's transaction and answers the device's next event number. */
export function recordLifecycle(
  events: EventStore,
  device: { readonly key: number; readonly nextEventSeq: number },
  event: { readonly type: LifecycleEvent; readonly payload: object },
  nowMs: number,
): number {
  const entry = {
    eventId: newId(),
    type: event.type,
    timestampMs: nowMs,
    orderMs: nowMs,
    isClockSuspect: false,
    payload: JSON.stringify(event.payload),
  };
  events.add(device.key, [entry], device.nextEventSeq, nowMs);
  return device.nextEventSeq + 1;
}
