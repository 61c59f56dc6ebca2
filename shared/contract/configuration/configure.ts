import { z } from 'zod';

import { deviceParams, deviceSchema, ifRevisionsSchema, minimalDevice } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { errorBodySchema } from '../errors.ts';
import { nothing } from '../primitives.ts';
import { settingsChangeSchema } from './settings/settings.ts';

const common = { tag: 'configuration', isExtension: false, access: ['enterprise'] } as const;

/**
 * Changes the settings of one device and notifies its headset: present keys replace their part, absent ones stay,
 * groups merge field by field, null clears. One package name for two binaries refuses the whole request. Source:
 * the API documentation, "Devices: configuration".
 */
export const configureDevice = endpoint({
  ...common,
  method: 'PUT',
  path: '/devices/{deviceId}/configure',
  summary: 'Change the settings of a device',
  servesPartners: true,
  params: deviceParams,
  query: nothing,
  body: settingsChangeSchema,
  reply: z.object({ device: deviceSchema, success: z.literal(true) }),
  revisionOf: ({ device }) => device.revision,
  minimal: ({ device, success }) => ({ device: minimalDevice(device), success }),
  errors: [
    'VALIDATION_FAILED',
    'DEVICE_NOT_FOUND',
    'CONFLICT',
    'PACKAGE_NAME_CONFLICT',
    'INVALID_CONFIGURATION',
  ],
});

/** A device in a bulk reply: without inventory and deployments, which only the full read of one device has. */
const configuredDeviceSchema = deviceSchema
  .omit({ downloads: true, installedPackages: true, contentPresence: true })
  .meta({ id: 'ConfiguredDevice' });

/** Result for one requested id, in the order of the request. */
export const configureResultSchema = z
  .object({
    id: z.string(),
    response: z.object({ device: configuredDeviceSchema.optional(), success: z.boolean() }),
    error: errorBodySchema.pick({ code: true, message: true }).optional(),
  })
  .meta({ id: 'ConfigureResult' });
export type ConfigureResult = z.infer<typeof configureResultSchema>;

/**
 * Makes the same change on many devices. A conflict in the shared settings changes no device; one bad id does not
 * fail the others.
 */
export const configureDevices = endpoint({
  ...common,
  method: 'PUT',
  path: '/devices/configure',
  summary: 'Change the settings of many devices',
  servesPartners: true,
  params: nothing,
  query: nothing,
  body: z.object({
    devicesId: z.array(z.string()),
    settings: settingsChangeSchema,
    ifRevisions: ifRevisionsSchema,
  }),
  reply: z.array(configureResultSchema),
  errors: ['VALIDATION_FAILED', 'BATCH_TOO_LARGE', 'PACKAGE_NAME_CONFLICT', 'INVALID_CONFIGURATION'],
});
