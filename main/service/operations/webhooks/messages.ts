import type { WebhookStateType } from '../../../../shared/contract/operations/webhooks.ts';
import { toInstant } from '../../kernel/clock.ts';
import type { NewEvent, NewEvents } from '../../devices/events/index.ts';
import type { DeviceEvent } from '../../devices/live/index.ts';

/** A message for a webhook: its type, and the body of the delivery as JSON text. */
export type Message = { readonly type: string; readonly body: string };

/** A larger payload is left out of a delivery, so that pending deliveries cannot fill the disk; 16 KiB as JSON. */
const MAX_PAYLOAD_CHARS = 16 * 1024;

/** Fields that are always removed from the payload of an event. */
const SECRETS = [
  'password',
  'passwd',
  'passcode',
  'secret',
  'token',
  'accessToken',
  'enrollmentToken',
  'authorization',
];
const SECRET_FIELD = new RegExp(`"(${SECRETS.join('|')})":`, 'i');
const SECRET_NAME = new RegExp(`^(${SECRETS.join('|')})$`, 'i');

/** State changes that come with an event of the station in the same transaction. */
const STATE_OF_EVENT: ReadonlyMap<string, WebhookStateType> = new Map([
  ['DEVICE_ENROLLED', 'device.enrolled'],
  ['DEVICE_REPLACED', 'device.replaced'],
  ['DEVICE_UNENROLLED', 'device.unenrolled'],
  ['DEVICE_DELETED', 'device.removed'],
]);

/** Fields whose change is a `device.updated`: those that people change, not those in every heartbeat. */
const UPDATED_FIELDS = [
  'label',
  'description',
  'license',
  'macAddress',
  'androidId',
  'enrolledAt',
  'type',
  'mdmInfo',
  'osVersion',
  'isArchived',
  'replacedBy',
] as const;

/** Returns the body of a delivery. Source: Standard Webhooks specification, "Payload structure". */
export function toMessage(type: string, atMs: number, data: object): Message {
  return { type, body: JSON.stringify({ type, timestamp: toInstant(atMs), data }) };
}

/** Returns true for a type with a subscriber. */
export type Wanted = (type: string) => boolean;

/** Returns the messages for a stored event: the event itself and, if the station recorded it, its state change. */
export function messagesOfEvent(
  deviceId: string,
  event: NewEvent,
  { receivedAtMs, source }: Pick<NewEvents, 'receivedAtMs' | 'source'>,
  isWanted: Wanted,
): Message[] {
  const { eventId, timestampMs } = event;
  const type = `event.${event.type}`;
  // A headset may name an event anything; only the station's own events change a state.
  const state = source === 'station' ? STATE_OF_EVENT.get(event.type) : undefined;
  const isStateWanted = state !== undefined && isWanted(state);
  if (!isWanted(type) && !isStateWanted) return [];
  const read = readPayload(event.payload);
  const receivedAt = toInstant(receivedAtMs);
  const received = { deviceId, eventId, type: event.type, timestamp: timestampMs, receivedAt, ...read };
  return [
    ...(isWanted(type) ? [toMessage(type, receivedAtMs, received)] : []),
    ...(isStateWanted ? [toMessage(state, receivedAtMs, { ...asObject(read.payload), deviceId })] : []),
  ];
}

/**
 * Returns the messages for what happened to a device, often none. `known` holds the last published availability by device;
 * without it none is sent.
 */
export function messagesOfDeviceEvent(
  event: DeviceEvent,
  nowMs: number,
  known: Map<string, boolean> | undefined,
): readonly Message[] {
  const { deviceId } = event;
  switch (event.name) {
    case 'device.removed':
      known?.delete(deviceId);
      return [];
    case 'device.settings':
      return [toMessage('device.settings', nowMs, { deviceId, revision: event.revision })];
    case 'device.metadata':
      return [toMessage('device.metadata', nowMs, { deviceId, namespace: event.namespace })];
    case 'device.reported':
    case 'device.changed':
      return [
        ...toUpdated(deviceId, event.fields, nowMs),
        ...toAvailability(deviceId, event.fields['isAvailable'], { nowMs, known }),
      ];
  }
}

function toUpdated(deviceId: string, data: Readonly<Record<string, unknown>>, nowMs: number): Message[] {
  const changed = UPDATED_FIELDS.filter((field) => data[field] !== undefined);
  if (changed.length === 0) return [];
  const fields = Object.fromEntries(changed.map((field) => [field, data[field]]));
  return [toMessage('device.updated', nowMs, { deviceId, changed: fields })];
}

/** Returns a message only if it differs from the last one. */
function toAvailability(
  deviceId: string,
  isAvailable: unknown,
  { nowMs, known }: { readonly nowMs: number; readonly known: Map<string, boolean> | undefined },
): Message[] {
  if (typeof isAvailable !== 'boolean' || known === undefined || known.get(deviceId) === isAvailable)
    return [];
  known.set(deviceId, isAvailable);
  return [toMessage(isAvailable ? 'device.available' : 'device.unavailable', nowMs, { deviceId })];
}

/** Returns the payload without secrets, or nothing if it is too large: `GET /devices/{deviceId}/events` has it. */
function readPayload(json: string | null): { readonly payload: unknown; readonly isPayloadOmitted?: true } {
  if (json === null) return { payload: null };
  if (json.length > MAX_PAYLOAD_CHARS) return { payload: null, isPayloadOmitted: true };
  const hide = (name: string, value: unknown): unknown =>
    SECRET_NAME.test(name) && value !== null ? '[secret]' : value;
  const payload: unknown = SECRET_FIELD.test(json) ? JSON.parse(json, hide) : JSON.parse(json);
  return { payload };
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
