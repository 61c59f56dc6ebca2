import type { OperationExamples } from '../reference/reference.ts';
import { ANDROID_ID, BEAT_AT, BEAT_AT_MS, DEVICE_ID, ENROLMENT_ID } from '../reference/values.ts';
import {
  eventExample,
  inventoryExample,
  licenseExample,
  mdmInfoExample,
} from '../devices/devices.reference.ts';
import { effectiveSettingsExample, reportedExample } from '../configuration/settings/settings.reference.ts';

export const examples: OperationExamples = {
  updateDevice: {
    body: {
      androidId: ANDROID_ID,
      macAddress: 'A4:5E:60:12:34:56',
      type: { id: 'pico-4', name: 'PICO 4', product: 'A8110' },
      mdmInfo: mdmInfoExample,
      label: 'A-01',
      licence: licenseExample,
      ...inventoryExample,
      events: [{ ...eventExample, timestamp: BEAT_AT_MS - 60_000 }],
      ...reportedExample,
      osVersion: '5.9.3',
      worn: false,
      wifiSsid: 'School XR',
      settingsRevision: 3,
      effectiveSettings: effectiveSettingsExample,
      enrolmentId: ENROLMENT_ID,
    },
    reply: {
      id: DEVICE_ID,
      lastHeartbeatAt: BEAT_AT,
      acknowledged: ['e-1042'],
      rejected: [],
      settingsRevision: 3,
      commands: [],
    },
  },
};
