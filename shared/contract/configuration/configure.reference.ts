import { deviceExample } from '../devices/devices.reference.ts';
import type { OperationExamples } from '../reference/reference.ts';
import { bareSettingsExample, settingsChangeExample } from './settings/settings.reference.ts';
import { DEVICE_ID, OTHER_DEVICE_ID } from '../reference/values.ts';

/** Bulk replies have each device without its inventory and deployments. */
const { downloads: _, installedPackages: __, contentPresence: ___, ...withoutInventory } = deviceExample;
const bulkDevice = { ...withoutInventory, settings: bareSettingsExample };

export const examples: OperationExamples = {
  configureDevice: { body: settingsChangeExample, reply: { device: deviceExample, success: true } },
  configureDevices: {
    body: {
      devicesId: [DEVICE_ID, OTHER_DEVICE_ID],
      settings: settingsChangeExample,
      ifRevisions: { [DEVICE_ID]: 7 },
    },
    reply: [
      { id: DEVICE_ID, response: { device: bulkDevice, success: true } },
      {
        id: OTHER_DEVICE_ID,
        response: { success: false },
        error: { code: 'DEVICE_NOT_FOUND', message: 'No such device.' },
      },
    ],
  },
};
