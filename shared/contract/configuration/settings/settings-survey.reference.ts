import type { Descriptions, OperationExamples } from '../../reference/reference.ts';
import { DEVICE_ID, PACKAGE_NAME } from '../../reference/values.ts';

/** Examples of the survey of settings. */
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

export const descriptions: Descriptions = {
  'surveySettings.reply.fields': 'Settings that at least one headset has, with their values.',
  'surveySettings.reply.reported': 'The same settings as the headsets report them.',
  'surveySettings.reply.models': 'Models of the headsets.',
  'surveySettings.reply.applications': 'Assigned applications, the most frequent first.',
  'surveySettings.reply.videos': 'Assigned videos, the most frequent first.',
  'surveySettings.reply.files': 'Assigned files, the most frequent first.',
  'surveySettings.reply.packages': 'Allowed packages, the most frequent first.',
  'surveySettings.reply.wifi': 'Wi-Fi networks without passwords, the most frequent first.',
  'surveySettings.reply.installed': 'Packages that headsets report as installed, the most frequent first.',
  'fields.values': 'Values with the number of headsets, the most frequent first, at most 20.',
  'reported.values': 'Values with the number of headsets, the most frequent first, at most 20.',
  unset: 'Headsets that do not manage or do not report the setting.',
};
