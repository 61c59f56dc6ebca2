import { z } from 'zod';

import { deviceParams } from './devices.ts';
import { endpoint, stream } from '../endpoint.ts';
import { pendingCommandSchema } from '../enrolment/heartbeat.ts';
import { instantSchema, nothing, pageQuery, text } from '../primitives.ts';
import * as field from '../fields.ts';

/** How long events are retained, in days. Source: the API documentation, "Limits". */
export const EVENT_RETENTION_DAYS = 180;

/**
 * Events that the station records itself; all others are reported by headsets. Source: the API documentation, "Events" for the
 * four kinds and for DEVICE_DELETED.
 */
export const STATION_EVENT_TYPES = [
  'DEVICE_ENROLLED',
  'DEVICE_REPLACED',
  'DEVICE_DELETED',
  'DEVICE_UNENROLLED',
  'DEVICE_ARCHIVED',
  'DEVICE_RESTORED',
  'UNENROLL_REQUESTED',
  'COMMAND_ANSWERED',
  'COMMAND_UNANSWERED',
  'COMMAND_QUEUED',
  'SETTINGS_DRIFTED',
  'DRIFT_ENDED',
  'PROFILE_APPLIED',
  'PROFILE_NOT_APPLIED',
  'COMMAND_EXPIRED',
  'COMMAND_CANCELLED',
  'MAC_RESOLVED',
  'INVENTORY_CHANGED',
  'DEPLOYMENT_CHANGED',
  'VIEW_STARTED',
  'VIEW_ENDED',
] as const;

/** A stored event. `clockSuspect` is present if the headset's clock was too far off to be trusted. */
export const deviceEventSchema = z
  .object({
    eventId: z.string().describe('Id that the headset gave the event; a repeated id is stored once.'),
    type: z.string().describe('Event type, such as `APP_STARTED`.'),
    timestamp: z
      .number()
      .describe('When it happened, in milliseconds since 1970 UTC by the headset’s clock.'),
    receivedAt: instantSchema.describe('When the station received it.'),
    payload: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Data of the event; its keys depend on `type`.'),
    clockSuspect: z
      .literal(true)
      .optional()
      .describe('Present if the headset’s clock was too far off to be trusted.'),
  })
  .meta({ id: 'DeviceEvent', description: 'A stored event.' });
export type DeviceEvent = z.infer<typeof deviceEventSchema>;

/** Event types, separated by commas: an extension, because a timeline shows several kinds together. */
const typesQuery = z
  .string()
  .transform((input) => input.split(',').map((type) => type.trim()))
  .pipe(z.array(text(64, 1)).max(64))
  .optional()
  .meta({
    override: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 64 }, maxItems: 64 },
  });

/** Lists the events of a device, newest first; also after the device was deleted. */
export const listEvents = endpoint('GET /devices/{deviceId}/events', {
  summary: 'List the events of a device, newest first',
  servesPartners: true,
  tag: 'events',
  isExtension: false,
  access: ['enterprise', 'device'],
  role: 'viewer',
  servesCarts: true,
  query: z.object({
    type: text(64, 1).optional(),
    types: typesQuery,
    from: instantSchema.optional(),
    to: instantSchema.optional(),
    ...pageQuery,
  }),
  reply: field
    .pageOf(deviceEventSchema)
    .meta({ id: 'DeviceEventPage', description: 'A page of events, newest first.' }),
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND'],
});

/** First event of every stream: read the current state after it. */
export const deviceHelloSchema = z.object({ serverTime: instantSchema, settingsRevision: z.int() });

/**
 * Streams the changes of one device, and serves as the headset's connection if its own token opens it.
 * `Last-Event-ID` replays what was missed, or `resync` states that it is no longer available.
 */
export const deviceUpdates = stream({
  method: 'GET',
  path: '/devices/{deviceId}/updates',
  summary: 'Follow the changes of a device',
  tag: 'events',
  isExtension: false,
  access: ['enterprise', 'device'],
  role: 'viewer',
  servesCarts: true,
  params: deviceParams,
  events: {
    hello: deviceHelloSchema,
    device: z.record(z.string(), z.unknown()),
    settings: z.object({ revision: z.int() }),
    metadata: z.object({ namespace: z.string() }),
    command: pendingCommandSchema,
    resync: nothing,
  },
  errors: ['DEVICE_NOT_FOUND'],
});
