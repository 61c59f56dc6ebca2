import type { DeviceEventInput } from '../enrolment/heartbeat.ts';
import { isShallow, textFault } from '../primitives.ts';

/**
 * An event as `deviceEventInputSchema` gives it, found without the schema, which takes five times as long for each of the
 * events of each heartbeat; undefined where something is wrong, and the schema says what. A test holds the two together.
 */
export function plainEvent(raw: unknown): DeviceEventInput | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  if (!('eventId' in raw && 'type' in raw && 'timestamp' in raw)) return undefined;
  const { eventId, type, timestamp } = raw;
  if (typeof eventId !== 'string' || textFault(eventId, 128, 1) !== undefined) return undefined;
  if (typeof type !== 'string' || textFault(type, 64, 1) !== undefined) return undefined;
  if (typeof timestamp !== 'number' || !(Math.abs(timestamp) <= 8.64e15)) return undefined;
  const payload = 'payload' in raw ? raw.payload : undefined;
  if (payload === undefined || payload === null) return { eventId, type, timestamp, payload };
  return isRecord(payload) && isShallow(payload) ? { eventId, type, timestamp, payload } : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
