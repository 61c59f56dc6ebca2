import { z } from 'zod';

import { deviceSchema, ifRevisionsSchema, minimalDevice } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { failureSchema } from '../errors.ts';
import { settingsChangeSchema, settingsSchema } from './settings/settings.ts';
import * as field from '../fields.ts';

const common = { tag: 'configuration', isExtension: false } as const;

/**
 * Changes the settings of one device and notifies its headset: present keys replace their part, absent ones stay,
 * groups merge field by field, null clears. One package name for two binaries refuses the whole request. Source:
 * the API documentation, "Devices: configuration".
 */
export const configureDevice = endpoint('PUT /devices/{deviceId}/configure', {
  ...common,
  summary: 'Change the settings of a device',
  servesPartners: true,
  body: settingsChangeSchema,
  reply: z.object({ device: deviceSchema.describe('The device after the change.'), success: field.success }),
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
  .extend({
    settings: settingsSchema.describe('Assigned settings, without Wi-Fi passwords and deployment status.'),
  })
  .meta({ id: 'ConfiguredDevice', description: 'A device record without its inventory and deployments.' });

export const configureResultSchema = z
  .object({
    id: field.id,
    response: z
      .object({
        device: configuredDeviceSchema.optional().describe('The device after the change.'),
        success: z.boolean().describe('True if the operation succeeded.'),
      })
      .describe('Present if the settings were written.'),
    error: failureSchema,
  })
  .meta({
    id: 'ConfigureResult',
    description: 'Result for one requested id. Results are in the order of the request.',
  });
export type ConfigureResult = z.infer<typeof configureResultSchema>;

/**
 * Makes the same change on many devices. A conflict in the shared settings changes no device; one bad id does not
 * fail the others.
 */
export const configureDevices = endpoint('PUT /devices/configure', {
  ...common,
  summary: 'Change the settings of many devices',
  servesPartners: true,
  body: z.object({
    devicesId: field.devicesId,
    settings: settingsChangeSchema.describe('Settings to apply. Absent keys stay unchanged, null clears.'),
    ifRevisions: ifRevisionsSchema,
  }),
  reply: z.array(configureResultSchema),
  errors: ['VALIDATION_FAILED', 'BATCH_TOO_LARGE', 'PACKAGE_NAME_CONFLICT', 'INVALID_CONFIGURATION'],
});
