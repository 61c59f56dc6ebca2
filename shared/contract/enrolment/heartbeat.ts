import { z } from 'zod';

import { deviceParams } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { androidIdSchema, enrolmentIdSchema } from '../ids.ts';
import { instantSchema, jsonObjectSchema, nothing, text, nameText } from '../primitives.ts';
import {
  contentPresenceSchema,
  downloadTaskSchema,
  installedPackageSchema,
  licenseSchema,
  macAddressSchema,
  mdmInfoSchema,
} from '../devices/reported.ts';
import {
  batteryInfoSchema,
  effectiveSettingsSchema,
  storageSchema,
} from '../configuration/settings/settings.ts';

/** Maximum number of events per heartbeat. Source: the API documentation, "Limits". */
export const MAX_EVENTS_PER_UPDATE = 500;

/** Maximum length of an event's payload as JSON, in characters: a page of the history has a hundred of them. */
export const MAX_PAYLOAD_CHARS = 65_536;

/** An event as a headset reports it; `timestamp` in ms since 1970 UTC by the headset's own clock. */
export const deviceEventInputSchema = z
  .object({
    eventId: text(128, 1),
    type: text(64, 1),
    timestamp: z.number().min(-8.64e15).max(8.64e15),
    payload: jsonObjectSchema.nullish(),
  })
  .meta({ id: 'DeviceEventInput' });
export type DeviceEventInput = z.infer<typeof deviceEventInputSchema>;

/** Events are checked one by one, so that a bad one is refused alone. */
const eventsSchema = z.array(z.unknown()).meta({
  override: {
    type: 'array',
    maxItems: MAX_EVENTS_PER_UPDATE,
    items: { $ref: '#/components/schemas/DeviceEventInput' },
  },
});

const reportedTypeSchema = z.object({
  id: text(128).optional(),
  name: text(128, 1).optional(),
  product: text(128).optional(),
});

/**
 * The facts that a headset reports about itself. Source: the API documentation, `PUT /devices/{deviceId}`; the last seven fields
 * are extensions.
 */
export const heartbeatSchema = z
  .object({
    androidId: androidIdSchema,
    macAddress: macAddressSchema,
    type: reportedTypeSchema,
    mdmInfo: mdmInfoSchema,
    label: nameText(256),
    licence: licenseSchema,
    downloads: z.array(downloadTaskSchema).max(1_000),
    installedPackages: z.array(installedPackageSchema).max(2_000),
    contentPresence: z.array(contentPresenceSchema).max(2_000),
    events: eventsSchema,
    batteryInfo: batteryInfoSchema,
    storages: z.array(storageSchema).max(32),
    osVersion: text(128),
    worn: z.boolean(),
    /** Name of the Wi-Fi network through which it is connected now; null: through none. */
    wifiSsid: text(32).nullable(),
    /** Revision of the settings that the headset has applied in full. */
    settingsRevision: z.int().min(0),
    /** Settings in effect now; the station compares them to detect drift. */
    effectiveSettings: effectiveSettingsSchema,
    /** Enrolment that the events belong to, from a station that reports for its headset. */
    enrolmentId: enrolmentIdSchema,
  })
  .partial()
  .meta({ id: 'DeviceUpdate' });
export type Heartbeat = z.infer<typeof heartbeatSchema>;

/**
 * A command on its way to a headset. `expiresAt`: until when its answer is awaited or, for a queued command, until
 * when it would have stayed queued; null: repeated until answered.
 */
export const pendingCommandSchema = z.object({
  commandId: z.string(),
  event: z.string(),
  message: z.record(z.string(), z.unknown()),
  expiresAt: instantSchema.nullable(),
});

/** A reported value that cannot be true: where it was, as a path with dots, and its beginning as JSON. */
const droppedSchema = z.object({ path: z.string(), value: z.string() });
export type Dropped = z.infer<typeof droppedSchema>;

/** The answer to a heartbeat. An event is acknowledged once it is on disk, and again each time it is sent again. */
export const heartbeatReplySchema = z
  .object({
    id: z.string(),
    lastHeartbeatAt: instantSchema,
    acknowledged: z.array(z.string()),
    rejected: z.array(z.object({ eventId: z.string().nullable(), reason: z.string() })),
    /** Reported values that cannot be true and were not stored; absent if there were none. */
    dropped: z.array(droppedSchema).optional(),
    settingsRevision: z.int(),
    commands: z.array(pendingCommandSchema),
  })
  .meta({ id: 'DeviceUpdateReply' });
export type HeartbeatReply = z.infer<typeof heartbeatReplySchema>;

/**
 * Heartbeat: reports inventory and uploads events. A reported value that cannot be true is left out alone; a wrong
 * identity or events that are no list: 400. More than 500 events: 413, nothing is applied.
 */
export const updateDevice = endpoint({
  method: 'PUT',
  path: '/devices/{deviceId}',
  summary: 'Report inventory and events of a headset',
  servesPartners: true,
  tag: 'devices',
  isExtension: false,
  access: ['enterprise', 'device'],
  params: deviceParams,
  query: nothing,
  body: heartbeatSchema,
  reply: heartbeatReplySchema,
  minimal: ({ id, acknowledged, rejected }) => ({ id, acknowledged, rejected }),
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'BATCH_TOO_LARGE', 'CONFLICT'],
});
