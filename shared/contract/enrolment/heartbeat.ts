import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { enrolmentIdSchema } from '../ids.ts';
import { instantSchema, jsonObjectSchema, text, nameText, nullableString } from '../primitives.ts';
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
import * as field from '../fields.ts';

/** Maximum number of events per heartbeat. Source: the API documentation, "Limits". */
export const MAX_EVENTS_PER_UPDATE = 500;

/** Maximum length of an event's payload as JSON, in characters: a page of the history has a hundred of them. */
export const MAX_PAYLOAD_CHARS = 65_536;

/** An event as a headset reports it; `timestamp` in ms since 1970 UTC by the headset's own clock. */
export const deviceEventInputSchema = z
  .object({
    eventId: text(128, 1).describe('Id that the headset gave the event; a repeated id is stored once.'),
    type: text(64, 1).describe('Event type, such as `APP_STARTED`.'),
    timestamp: z
      .number()
      .min(-8.64e15)
      .max(8.64e15)
      .describe('When it happened, in milliseconds since 1970 UTC by the headset’s clock.'),
    payload: jsonObjectSchema
      .nullish()
      .describe('Data of the event; its keys depend on `type`. At most 65,536 characters as JSON.'),
  })
  .meta({ id: 'DeviceEventInput', description: 'An event as a headset reports it.' });
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
  id: text(128).optional().describe('Identifier, unique in the station.'),
  name: text(128, 1).optional().describe('Name shown to people.'),
  product: text(128).optional().describe('Product name as Android reports it.'),
});

/**
 * The facts that a headset reports about itself. Source: the API documentation, `PUT /devices/{deviceId}`; the last seven fields
 * are extensions.
 */
export const heartbeatSchema = z
  .object({
    androidId: field.androidId,
    macAddress: macAddressSchema.describe('MAC address, six hexadecimal pairs with colons.'),
    type: reportedTypeSchema.describe('Device model as the headset reports it.'),
    mdmInfo: mdmInfoSchema.describe('Management agent on the headset; null if not reported.'),
    label: nameText(256).describe('Name shown to people, such as the label of a slot.'),
    licence: licenseSchema.describe('Licence of the device, as the headset reports it.'),
    downloads: z
      .array(downloadTaskSchema)
      .max(1_000)
      .describe('Downloads as the headset last reported them.'),
    installedPackages: z
      .array(installedPackageSchema)
      .max(2_000)
      .describe('Packages as the headset last reported them.'),
    contentPresence: z
      .array(contentPresenceSchema)
      .max(2_000)
      .describe('Assigned contents on the headset, as it last reported them.'),
    events: eventsSchema.describe('Events to store, at most 500.'),
    batteryInfo: batteryInfoSchema.describe('Battery as the headset last reported it.'),
    storages: z.array(storageSchema).max(32).describe('Storage volumes as the headset last reported them.'),
    osVersion: text(128).describe('Operating system version as the headset reports it; null if unknown.'),
    worn: z.boolean().describe('True if somebody wears the headset; null if not reported.'),
    wifiSsid: text(32)
      .nullable()
      .describe(
        'Name of the Wi-Fi network through which it is connected now; null: through none (an extension).',
      ),
    settingsRevision: z
      .int()
      .min(0)
      .describe('Revision of the settings that the headset has applied in full.'),
    effectiveSettings: effectiveSettingsSchema.describe(
      'Settings that are in effect on the headset; the station compares them to detect drift (an extension).',
    ),
    enrolmentId: enrolmentIdSchema.describe('Id of the enrolment that the report belongs to (an extension).'),
  })
  .partial()
  .meta({
    id: 'DeviceUpdate',
    description: 'A heartbeat: what a headset reports of itself. Absent fields stay unchanged.',
  });
export type Heartbeat = z.infer<typeof heartbeatSchema>;

/**
 * A command on its way to a headset. `expiresAt`: until when its answer is awaited or, for a queued command, until
 * when it would have stayed queued; null: repeated until answered.
 */
export const pendingCommandSchema = z.object({
  commandId: z.string().describe('Id of the command.'),
  event: z.string().describe('Name of the command, such as `restart`.'),
  message: z.record(z.string(), z.unknown()).describe('Data of the command, a JSON object.'),
  expiresAt: instantSchema
    .nullable()
    .describe('When the command ends without an answer; null if it is repeated until answered.'),
});

/** A reported value that cannot be true: where it was, as a path with dots, and its beginning as JSON. */
const droppedSchema = z.object({
  path: z.string().describe('Where the value was, for example `batteryInfo.level`.'),
  value: z.string().describe('The beginning of the value, as JSON; `[…]` for a list, `{…}` for an object.'),
});
export type Dropped = z.infer<typeof droppedSchema>;

/** The answer to a heartbeat. An event is acknowledged once it is on disk, and again each time it is sent again. */
export const heartbeatReplySchema = z
  .object({
    id: field.id,
    lastHeartbeatAt: instantSchema.describe('When the station received this heartbeat.'),
    acknowledged: z.array(z.string()).describe('Ids of the events that are stored.'),
    rejected: z
      .array(
        z.object({
          eventId: nullableString.describe('Id of the event; null if it has no usable id.'),
          reason: z.string().describe('Why the event was refused, in English.'),
        }),
      )
      .describe('Events that were refused; the others are stored.'),
    dropped: z
      .array(droppedSchema)
      .optional()
      .describe(
        'Reported values that cannot be true, such as a battery at 255 percent: each was left out, everything else is stored (an extension). Absent if there were none; at most 20 are listed.',
      ),
    settingsRevision: z
      .int()
      .describe('Revision of the assigned settings; increases with every change of them.'),
    commands: z.array(pendingCommandSchema).describe('Commands for the headset to execute now.'),
  })
  .meta({ id: 'DeviceUpdateReply', description: 'Answer to a heartbeat.' });
export type HeartbeatReply = z.infer<typeof heartbeatReplySchema>;

/**
 * Heartbeat: reports inventory and uploads events. A reported value that cannot be true is left out alone; a wrong
 * identity or events that are no list: 400. More than 500 events: 413, nothing is applied.
 */
export const updateDevice = endpoint('PUT /devices/{deviceId}', {
  summary: 'Report inventory and events of a headset',
  servesPartners: true,
  tag: 'devices',
  isExtension: false,
  access: ['enterprise', 'device'],
  body: heartbeatSchema,
  reply: heartbeatReplySchema,
  minimal: ({ id, acknowledged, rejected }) => ({ id, acknowledged, rejected }),
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'BATCH_TOO_LARGE', 'CONFLICT'],
});
