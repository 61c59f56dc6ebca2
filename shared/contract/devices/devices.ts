import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { errorBodySchema } from '../errors.ts';
import { androidIdSchema, deviceIdSchema, enterpriseIdSchema } from '../ids.ts';
import { instantSchema, jsonObjectSchema, nothing, pageQuery, text, nameText } from '../primitives.ts';
import {
  contentPresenceSchema,
  deviceTypeSchema,
  downloadTaskSchema,
  installedPackageSchema,
  licenseSchema,
  mdmInfoSchema,
} from './reported.ts';
import { settingsSchema } from '../configuration/settings/settings.ts';

/** Maximum number of ids per bulk request. */
export const MAX_BULK_IDS = 5_000;

/** An organisation, as shown in a device record. */
export const enterpriseSchema = z.object({ id: z.string(), name: z.string() }).meta({ id: 'Enterprise' });

/** A live numeric code: six digits without a leading zero. */
export const temporaryCodeSchema = z
  .object({ code: z.int().min(100_000).max(999_999), expiresAt: instantSchema })
  .meta({ id: 'TemporaryVerificationCode' });

/** Where and by whom a headset was enrolled; unknown values are null. */
export const enrolmentOriginSchema = z
  .object({
    /** The station, by its name; null at the station itself. */
    station: text(128).nullable(),
    /** The person who issued the code. */
    by: text(128).nullable(),
    /** The profile of the slot, by its name. */
    profile: text(128).nullable(),
    /** When it was enrolled by the station's clock; the central's record starts when the enrolment was uploaded. */
    startedAt: instantSchema,
  })
  .meta({ id: 'EnrolmentOrigin' });
export type EnrolmentOrigin = z.infer<typeof enrolmentOriginSchema>;

/** The id under which another station knows the slot, if it is another one (an extension). */
const aliasSchema = z.string().optional();

/** The full device record. `androidId` is absent until enrolment is finished. Source: the API documentation, "Device". */
export const deviceSchema = z
  .object({
    id: z.string(),
    label: z.string().nullable(),
    description: z.string().nullable(),
    enrollmentToken: z.string(),
    enterprise: enterpriseSchema,
    macAddress: z.string().nullable(),
    androidId: z.string().nullish(),
    temporaryVerificationCode: temporaryCodeSchema.nullable(),
    settings: settingsSchema,
    settingsRevision: z.int(),
    /** Increases with every change of the desired state; the `ETag` of the record. */
    revision: z.int(),
    /** By each former epoch of this store, the revision that the record had when it went back to a backup (an extension). */
    formerRevisions: z.record(z.string(), z.int()).optional(),
    alias: aliasSchema,
    type: deviceTypeSchema.nullable(),
    isAvailable: z.boolean(),
    isArchived: z.boolean(),
    replacedBy: z.string().nullable(),
    lastHeartbeatAt: instantSchema.nullable(),
    enrolledAt: instantSchema.nullable(),
    /** Enrolment of the current headset (an extension); a new one after re-enrolment. */
    enrolment: z
      .object({ id: z.string(), startedAt: instantSchema, origin: enrolmentOriginSchema.optional() })
      .nullable(),
    /** Since when un-enrolment awaits confirmation by the headset (an extension). */
    unenrollingSince: instantSchema.nullable(),
    mdmInfo: mdmInfoSchema.nullable(),
    license: licenseSchema.nullable(),
    osVersion: z.string().nullable(),
    worn: z.boolean().nullable(),
    downloads: z.array(downloadTaskSchema),
    installedPackages: z.array(installedPackageSchema),
    contentPresence: z.array(contentPresenceSchema),
    metadata: z.record(z.string(), jsonObjectSchema),
  })
  .meta({ id: 'Device' });
export type Device = z.infer<typeof deviceSchema>;

/** One row of `GET /devices`. Source: the API documentation, "Device list item". */
export const deviceListItemSchema = z
  .object({
    id: z.string(),
    label: z.string().nullable(),
    description: z.string().nullable(),
    androidId: z.string().nullish(),
    enterprise: z.string(),
    isArchived: z.boolean(),
    replacedBy: z.string().nullable(),
    alias: aliasSchema,
    lastHeartbeatAt: instantSchema.nullable(),
  })
  .meta({ id: 'DeviceListItem' });
export type DeviceListItem = z.infer<typeof deviceListItemSchema>;

/** Returns the revision of a device in a reply. */
export const revisionOf = ({ revision }: { readonly revision: number }): number => revision;

/** A device in a minimal answer. */
export const minimalDevice = ({ id, revision }: Pick<Device, 'id' | 'revision'>) => ({ id, revision });

export const deviceParams = z.object({ deviceId: deviceIdSchema });

/** Lists the devices in the caller's reach, sorted by id. The cost of a page does not depend on its number. */
export const listDevices = endpoint({
  method: 'GET',
  path: '/devices',
  summary: 'List devices, sorted by id',
  servesPartners: true,
  tag: 'devices',
  isExtension: false,
  access: ['enterprise'],
  role: 'viewer',
  servesCarts: true,
  params: nothing,
  query: z.object({ enterpriseId: enterpriseIdSchema.optional(), ...pageQuery }),
  body: nothing,
  reply: z.object({
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    items: z.array(deviceListItemSchema),
  }),
  errors: ['VALIDATION_FAILED'],
});

/** Returns the full record with inventory. */
export const getDevice = endpoint({
  method: 'GET',
  path: '/devices/{deviceId}',
  summary: 'Get a device',
  servesPartners: true,
  tag: 'devices',
  isExtension: false,
  access: ['enterprise', 'device'],
  role: 'viewer',
  servesCarts: true,
  params: deviceParams,
  query: nothing,
  body: nothing,
  reply: deviceSchema,
  revisionOf,
  errors: ['DEVICE_NOT_FOUND'],
});

/** Returns the record that this headset is enrolled as; archived records are skipped. */
export const getDeviceByAndroidId = endpoint({
  method: 'GET',
  path: '/devices/androidid/{androidid}',
  summary: 'Get the device enrolled with this androidId',
  servesPartners: true,
  tag: 'devices',
  isExtension: false,
  access: ['enterprise', 'device'],
  role: 'viewer',
  servesCarts: true,
  params: z.object({ androidid: androidIdSchema }),
  query: nothing,
  body: nothing,
  reply: deviceSchema,
  revisionOf,
  errors: ['DEVICE_NOT_FOUND'],
});

export const getLicense = endpoint({
  method: 'GET',
  path: '/devices/{deviceId}/license',
  summary: 'Get the licence of a device',
  tag: 'devices',
  isExtension: false,
  access: ['enterprise', 'device'],
  params: deviceParams,
  query: nothing,
  body: nothing,
  reply: licenseSchema,
  errors: ['DEVICE_NOT_FOUND'],
});

const identityChange = { label: nameText(256).nullish(), license: licenseSchema.nullish() };

/** Changes label, licence and (an extension) description: an absent key stays, `null` clears. */
export const patchDevice = endpoint({
  method: 'PATCH',
  path: '/devices/{deviceId}',
  summary: 'Change the label, description or licence of a device',
  servesPartners: true,
  tag: 'devices',
  isExtension: false,
  access: ['enterprise'],
  params: deviceParams,
  query: nothing,
  body: z.object({ ...identityChange, description: text(2_048).nullish() }),
  reply: deviceSchema,
  revisionOf,
  minimal: minimalDevice,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'CONFLICT'],
});

/**
 * Expected revision by device id (an extension): devices named here that have another revision are not changed and
 * answer CONFLICT. Services that support it send the header `BULK_CONDITIONS`.
 */
export const ifRevisionsSchema = z.record(z.string(), z.int()).optional();

/** Header on replies with an `ETag`: which condition this service supports for bulk writes. */
export const BULK_CONDITIONS = { header: 'muster-bulk-conditions', value: 'ifRevisions' } as const;

/** Header on every reply of a central; its value changes when the store is restored from a backup (an extension). */
export const EPOCH_HEADER = 'muster-epoch';

/** Identifies the station that sends a request to a Muster central, and its current start: `identity.run`. */
export const STATION_HEADER = 'muster-station';

/** `true` in a reply to a station whose identity another computer uses too, because its data folder was copied. */
export const COPIED_HEADER = 'muster-station-copied';

/** Result for one requested id, in the order of the request. */
export const bulkResultSchema = z
  .object({
    id: z.string(),
    success: z.boolean(),
    error: errorBodySchema.pick({ code: true, message: true }).optional(),
  })
  .meta({ id: 'BulkResult' });
export type BulkResult = z.infer<typeof bulkResultSchema>;

/** The same for requests that named revisions, with the revision after the change. */
export const revisedResultSchema = bulkResultSchema
  .extend({ revision: z.int().optional() })
  .meta({ id: 'RevisedResult' });
export type RevisedResult = z.infer<typeof revisedResultSchema>;

/** Makes the same change on many devices; one bad id does not fail the others. */
export const patchDevices = endpoint({
  method: 'PATCH',
  path: '/devices',
  summary: 'Change the label or licence of many devices',
  servesPartners: true,
  tag: 'devices',
  isExtension: false,
  access: ['enterprise'],
  params: nothing,
  query: nothing,
  body: z.object({ devicesId: z.array(z.string()), ...identityChange, ifRevisions: ifRevisionsSchema }),
  reply: z.array(revisedResultSchema),
  errors: ['VALIDATION_FAILED', 'BATCH_TOO_LARGE'],
});

/** Deletes the device. Its frozen identity and its events stay for the statistics. */
export const deleteDevice = endpoint({
  method: 'DELETE',
  path: '/devices/{deviceId}',
  summary: 'Delete a device, keeping its identity for statistics',
  servesPartners: true,
  tag: 'devices',
  isExtension: false,
  access: ['enterprise'],
  params: deviceParams,
  query: nothing,
  body: nothing,
  reply: z.object({ id: z.string(), success: z.literal(true) }),
  errors: ['DEVICE_NOT_FOUND', 'CONFLICT'],
});
