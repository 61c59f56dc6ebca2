import { deviceExample } from './devices.ts';
import type { OperationExamples } from './example.ts';
import { settingsChangeExample } from './settings.ts';
import { DEVICE_ID, OTHER_DEVICE_ID } from './values.ts';

/** What headsets shall be like. */
export const configureExamples: OperationExamples = {
  configureDevice: { body: settingsChangeExample, reply: { device: deviceExample, success: true } },
  configureDevices: {
    body: { devicesId: [DEVICE_ID, OTHER_DEVICE_ID], settings: settingsChangeExample },
    reply: [
      { id: DEVICE_ID, response: { device: deviceExample, success: true } },
      {
        id: OTHER_DEVICE_ID,
        response: { success: false },
        error: { code: 'DEVICE_NOT_FOUND', message: 'No such device.' },
      },
    ],
  },
};
