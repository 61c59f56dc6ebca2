import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { failureSchema } from '../errors.ts';
import { androidIdSchema, deviceIdSchema, enterpriseIdSchema } from '../ids.ts';
import {
  instantSchema,
  jsonObjectSchema,
  pageQuery,
  text,
  nameText,
  nullableString,
  nullableBoolean,
} from '../primitives.ts';
import {
  contentPresenceSchema,
  deviceTypeSchema,
  downloadTaskSchema,
  installedPackageSchema,
  licenseSchema,
  mdmInfoSchema,
} from './reported.ts';
import { settingsSchema } from '../configuration/settings/settings.ts';
import * as field from '../fields.ts';

/** Maximum number of ids per bulk request. */
export const MAX_BULK_IDS = 5_000;

export const enterpriseSchema = z
  .object({ id: field.id, name: field.name })
  .meta({ id: 'Enterprise', description: 'An organisation, as shown in a device record.' });

export const temporaryCodeSchema = z
  .object({
    code: z.int().min(100_000).max(999_999).describe('The code to type into the headset.'),
    expiresAt: field.expiresAt,
  })
  .meta({ id: 'TemporaryVerificationCode', description: 'A live code: six digits, no leading zero.' });

export const enrolmentOriginSchema = z
  .object({
    station: text(128).nullable().describe('Name of the station; null at the station itself.'),
    by: text(128).nullable().describe('Name of the person who issued the code; null if unknown.'),
    profile: text(128).nullable().describe('Name of the profile of the slot; null if it had none.'),
    startedAt: instantSchema.describe('When the headset enrolled, by the clock of the station.'),
  })
  .meta({ id: 'EnrolmentOrigin', description: 'Where and by whom a headset was enrolled.' });
export type EnrolmentOrigin = z.infer<typeof enrolmentOriginSchema>;

const shownAndroidId = z
  .string()
  .nullish()
  .describe('Identifier that Android gave the headset; absent or null until enrolment is finished.');
const replacedBy = nullableString.describe(
  'Id of the record that replaced this one after re-enrolment; null if none did.',
);

const aliasSchema = z
  .string()
  .optional()
  .describe(
    'Id of the slot that the record is for, which stays when the slot goes on in another record. Absent if it is the same. An extension of Muster.',
  );

/** The full device record. `androidId` is absent until enrolment is finished. Source: the API documentation, "Device". */
export const deviceSchema = z
  .object({
    id: z.string().describe('Id of the device record, a UUIDv7 if this station created it.'),
    label: field.label,
    description: nullableString.describe('Free text.'),
    enrollmentToken: z.string().describe('Token with which a headset enrols into this slot.'),
    enterprise: enterpriseSchema.describe('Organisation that owns the device.'),
    macAddress: nullableString.describe('MAC address, six hexadecimal pairs with colons; null if unknown.'),
    androidId: shownAndroidId,
    temporaryVerificationCode: temporaryCodeSchema
      .nullable()
      .describe('Live code for enrolment by typing; null if there is none.'),
    settings: settingsSchema.describe('Assigned settings, with the deployment status of contents.'),
    settingsRevision: z
      .int()
      .describe('Revision of the assigned settings; increases with every change of them.'),
    revision: z
      .int()
      .describe(
        'Increases with every change of the assigned state. Sent as `ETag` and accepted as `If-Match`.',
      ),
    formerRevisions: z
      .record(z.string(), z.int())
      .optional()
      .describe(
        'Revision of the record under each former epoch of the store. Absent if the store was never restored from a backup. An extension of Muster.',
      ),
    alias: aliasSchema,
    type: deviceTypeSchema.nullable().describe('Device model; null if unknown.'),
    isAvailable: z.boolean().describe('True if the headset can be reached.'),
    isArchived: z.boolean().describe('True if the record is archived: it is kept for its history only.'),
    replacedBy,
    lastHeartbeatAt: field.lastHeartbeatAt,
    enrolledAt: field.enrolledAt,
    enrolment: z
      .object({
        id: z.string().describe('Id of the enrolment; a new one each time a headset enrols.'),
        startedAt: instantSchema.describe(
          'When the headset enrolled; at a central, when it received the enrolment.',
        ),
        origin: enrolmentOriginSchema
          .optional()
          .describe('Where and by whom the headset was enrolled (an extension); absent if unknown.'),
      })
      .nullable()
      .describe('Enrolment of the present headset (an extension); null for a slot.'),
    unenrollingSince: instantSchema
      .nullable()
      .describe(
        'Since when un-enrolment awaits confirmation by the headset (an extension); null if none is pending.',
      ),
    mdmInfo: mdmInfoSchema.nullable().describe('Management agent on the headset; null if not reported.'),
    license: licenseSchema.nullable().describe('Licence of the device; null if none.'),
    osVersion: nullableString.describe(
      'Operating system version as the headset reports it; null if unknown.',
    ),
    worn: nullableBoolean.describe('True if somebody wears the headset; null if not reported.'),
    downloads: z.array(downloadTaskSchema).describe('Downloads as the headset last reported them.'),
    installedPackages: z
      .array(installedPackageSchema)
      .describe('Packages as the headset last reported them.'),
    contentPresence: z
      .array(contentPresenceSchema)
      .describe('Assigned contents on the headset, as it last reported them.'),
    metadata: z.record(z.string(), jsonObjectSchema).describe('Metadata objects by namespace.'),
  })
  .meta({
    id: 'Device',
    description:
      'A device record with its settings, inventory and metadata. A record without a headset is a slot.',
  });
export type Device = z.infer<typeof deviceSchema>;

/** One row of `GET /devices`. Source: the API documentation, "Device list item". */
export const deviceListItemSchema = z
  .object({
    id: field.id,
    label: field.label,
    description: nullableString.describe('Free text.'),
    androidId: shownAndroidId,
    enterprise: z.string().describe('Id of the organisation that owns the device.'),
    isArchived: z.boolean().describe('True if the record is archived: it is kept for its history only.'),
    replacedBy,
    alias: aliasSchema,
    lastHeartbeatAt: field.lastHeartbeatAt,
  })
  .meta({ id: 'DeviceListItem', description: 'A device record in a list.' });
export type DeviceListItem = z.infer<typeof deviceListItemSchema>;

/** Returns the revision of a device in a reply. */
export const revisionOf = ({ revision }: { readonly revision: number }): number => revision;

/** A device in a minimal answer. */
export const minimalDevice = ({ id, revision }: Pick<Device, 'id' | 'revision'>) => ({ id, revision });

export const deviceParams = z.object({ deviceId: deviceIdSchema });

/** Lists the devices in the caller's reach, sorted by id. The cost of a page does not depend on its number. */
export const listDevices = endpoint('GET /devices', {
  summary: 'List devices, sorted by id',
  servesPartners: true,
  tag: 'devices',
  isExtension: false,
  role: 'viewer',
  servesCarts: true,
  query: z.object({ enterpriseId: enterpriseIdSchema.optional(), ...pageQuery }),
  reply: field.pageOf(deviceListItemSchema),
  errors: ['VALIDATION_FAILED'],
});

/** Returns the full record with inventory. */
export const getDevice = endpoint('GET /devices/{deviceId}', {
  summary: 'Get a device',
  servesPartners: true,
  tag: 'devices',
  isExtension: false,
  access: ['enterprise', 'device'],
  role: 'viewer',
  servesCarts: true,
  reply: deviceSchema,
  revisionOf,
  errors: ['DEVICE_NOT_FOUND'],
});

/** Returns the record that this headset is enrolled as; archived records are skipped. */
export const getDeviceByAndroidId = endpoint('GET /devices/androidid/{androidid}', {
  summary: 'Get the device enrolled with this androidId',
  servesPartners: true,
  tag: 'devices',
  isExtension: false,
  access: ['enterprise', 'device'],
  role: 'viewer',
  servesCarts: true,
  params: z.object({ androidid: androidIdSchema }),
  reply: deviceSchema,
  revisionOf,
  errors: ['DEVICE_NOT_FOUND'],
});

export const getLicense = endpoint('GET /devices/{deviceId}/license', {
  summary: 'Get the licence of a device',
  tag: 'devices',
  isExtension: false,
  access: ['enterprise', 'device'],
  reply: licenseSchema,
  errors: ['DEVICE_NOT_FOUND'],
});

const identityChange = {
  label: nameText(256).nullish().describe('Name shown to people, such as the label of a slot.'),
  license: licenseSchema.nullish().describe('Licence of the device; null if none.'),
};

/** Changes label, licence and (an extension) description: an absent key stays, `null` clears. */
export const patchDevice = endpoint('PATCH /devices/{deviceId}', {
  summary: 'Change the label, description or licence of a device',
  servesPartners: true,
  tag: 'devices',
  isExtension: false,
  body: z.object({ ...identityChange, description: text(2_048).nullish().describe('Free text.') }),
  reply: deviceSchema,
  revisionOf,
  minimal: minimalDevice,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'CONFLICT'],
});

/**
 * Expected revision by device id (an extension): devices named here that have another revision are not changed and
 * answer CONFLICT. Services that support it send the header `BULK_CONDITIONS`.
 */
export const ifRevisionsSchema = z
  .record(z.string(), z.int())
  .optional()
  .describe(
    'Expected revision by device id (an extension): a device with another revision is refused with CONFLICT.',
  );

/** Header on replies with an `ETag`: which condition this service supports for bulk writes. */
export const BULK_CONDITIONS = { header: 'muster-bulk-conditions', value: 'ifRevisions' } as const;

/** Header on every reply of a central; its value changes when the store is restored from a backup (an extension). */
export const EPOCH_HEADER = 'muster-epoch';

/** Identifies the station that sends a request to a Muster central, and its current start: `identity.run`. */
export const STATION_HEADER = 'muster-station';

/** `true` in a reply to a station whose identity another computer uses too, because its data folder was copied. */
export const COPIED_HEADER = 'muster-station-copied';

export const bulkResultSchema = z
  .object({
    id: field.id,
    success: z.boolean().describe('True if the operation succeeded.'),
    error: failureSchema,
  })
  .meta({
    id: 'BulkResult',
    description: 'Result for one requested id. Results are in the order of the request.',
  });
export type BulkResult = z.infer<typeof bulkResultSchema>;

/** The same for requests that named revisions, with the revision after the change. */
export const revisedResultSchema = bulkResultSchema
  .extend({
    revision: z
      .int()
      .optional()
      .describe('Revision after the change; absent if the request named no revisions.'),
  })
  .meta({
    id: 'RevisedResult',
    description: 'Result for one requested id, with its new revision if it changed.',
  });
export type RevisedResult = z.infer<typeof revisedResultSchema>;

/** Makes the same change on many devices; one bad id does not fail the others. */
export const patchDevices = endpoint('PATCH /devices', {
  summary: 'Change the label or licence of many devices',
  servesPartners: true,
  tag: 'devices',
  isExtension: false,
  body: z.object({ devicesId: field.devicesId, ...identityChange, ifRevisions: ifRevisionsSchema }),
  reply: z.array(revisedResultSchema),
  errors: ['VALIDATION_FAILED', 'BATCH_TOO_LARGE'],
});

/** Deletes the device. Its frozen identity and its events stay for the statistics. */
export const deleteDevice = endpoint('DELETE /devices/{deviceId}', {
  summary: 'Delete a device, keeping its identity for statistics',
  servesPartners: true,
  tag: 'devices',
  isExtension: false,
  reply: z.object({ id: field.id, success: field.success }),
  errors: ['DEVICE_NOT_FOUND', 'CONFLICT'],
});
