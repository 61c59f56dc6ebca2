import type { WebhookStateType } from '../../../../shared/contract/operations/webhooks.ts';
import type { NumberedChange } from '../../kernel/event-bus.ts';
import { toInstant } from '../../kernel/clock.ts';
import type { NewEvent, NewEvents } from '../../devices/index.ts';

/** What a webhook is told: its type, and the body of the delivery as JSON text. */
export type Message = { readonly type: string; readonly body: string };

/** A payload above this is left out of a delivery, so that waiting deliveries cannot fill the disk; 16 KiB as JSON. */
const MAX_PAYLOAD_CHARS = 16 * 1024;

/** Fields that never leave, whoever put them into the payload of an event. */
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

/** State changes that come with an event which the station records in their own transaction. */
const STATE_OF_EVENT: ReadonlyMap<string, WebhookStateType> = new Map([
  ['DEVICE_ENROLLED', 'device.enrolled'],
  ['DEVICE_REPLACED', 'device.replaced'],
  ['DEVICE_UNENROLLED', 'device.unenrolled'],
  ['DEVICE_DELETED', 'device.removed'],
]);

/** What `device.updated` tells of: fields of the record that people change. What every heartbeat reports is no update. */
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

/** The body of a delivery. Source: Standard Webhooks specification, "Payload structure". */
export function toMessage(type: string, atMs: number, data: object): Message {
  return { type, body: JSON.stringify({ type, timestamp: toInstant(atMs), data }) };
}

/** True for a type that somebody wants to be told. */
export type Wanted = (type: string) => boolean;

/** What is told of a stored event: the event itself and, where the station recorded it, the state change that it stands for. */
export function messagesOfEvent(
  deviceId: string,
  event: NewEvent,
  { receivedAtMs, source }: Pick<NewEvents, 'receivedAtMs' | 'source'>,
  isWanted: Wanted,
): Message[] {
  const { eventId, timestampMs } = event;
  const type = `event.${event.type}`;
  // A headset may call an event what it likes; only the station's own word changes a state.
  const state = source === 'station' ? STATE_OF_EVENT.get(event.type) : undefined;
  const isStateWanted = state !== undefined && isWanted(state);
  if (!isWanted(type) && !isStateWanted) return [];
  const read = readPayload(event.payload);
  const receivedAt = toInstant(receivedAtMs);
  const told = { deviceId, eventId, type: event.type, timestamp: timestampMs, receivedAt, ...read };
  return [
    ...(isWanted(type) ? [toMessage(type, receivedAtMs, told)] : []),
    ...(isStateWanted ? [toMessage(state, receivedAtMs, { ...asObject(read.payload), deviceId })] : []),
  ];
}

/** What is told of a change that was announced: mostly nothing. `known` holds what availability was told last, by device; without it none is told. */
export function messagesOfChange(
  change: NumberedChange,
  nowMs: number,
  known: Map<string, boolean> | undefined,
): readonly Message[] {
  const { deviceId, device } = change;
  if (deviceId === null) return [];
  if (change.fleet?.name === 'removed') known?.delete(deviceId);
  if (device === undefined) return [];
  const data: Readonly<Record<string, unknown>> = { ...device.data };
  if (device.name === 'settings') {
    return [toMessage('device.settings', nowMs, { deviceId, revision: data['revision'] })];
  }
  if (device.name === 'metadata') {
    return [toMessage('device.metadata', nowMs, { deviceId, namespace: data['namespace'] })];
  }
  return device.name === 'device'
    ? [
        ...toUpdated(deviceId, data, nowMs),
        ...toAvailability(deviceId, data['isAvailable'], { nowMs, known }),
      ]
    : [];
}

function toUpdated(deviceId: string, data: Readonly<Record<string, unknown>>, nowMs: number): Message[] {
  const changed = UPDATED_FIELDS.filter((field) => data[field] !== undefined);
  if (changed.length === 0) return [];
  const fields = Object.fromEntries(changed.map((field) => [field, data[field]]));
  return [toMessage('device.updated', nowMs, { deviceId, changed: fields })];
}

/** Told only when it differs from what was told last. */
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

/** The payload without secrets, and without itself where it is too large: `GET /devices/{deviceId}/events` has it. */
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
