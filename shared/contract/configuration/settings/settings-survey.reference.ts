import type { OperationExamples } from '../../reference/reference.ts';
import { DEVICE_ID, PACKAGE_NAME } from '../../reference/values.ts';

export const examples: OperationExamples = {
  surveySettings: {
    body: { devicesId: [DEVICE_ID] },
    reply: {
      devices: 1,
      invalidIds: [],
      models: [{ brand: 'pico', model: 'PICO 4', count: 1 }],
      fields: [{ path: 'display.brightness', values: [{ value: 70, count: 1 }], unset: 0 }],
      reported: [{ path: 'display.brightness', values: [{ value: 65, count: 1 }], unset: 0 }],
      applications: [{ entry: { id: 'app-planetarium', packageName: PACKAGE_NAME }, count: 1 }],
      videos: [],
      files: [],
      packages: [{ entry: PACKAGE_NAME, count: 1 }],
      wifi: [{ entry: { ssid: 'School XR' }, count: 1 }],
      installed: [{ packageName: PACKAGE_NAME, count: 1 }],
    },
  },
};
