import type { Descriptions, OperationExamples } from '../reference/reference.ts';
import { ANDROID_ID, BEAT_AT, BEAT_AT_MS, DEVICE_ID, ENROLMENT_ID } from '../reference/values.ts';
import {
  eventExample,
  inventoryExample,
  licenseExample,
  mdmInfoExample,
} from '../devices/devices.reference.ts';
import { effectiveSettingsExample, reportedExample } from '../configuration/settings/settings.reference.ts';

/** Examples of heartbeats. */
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

export const descriptions: Descriptions = {
  'DeviceUpdate.macAddress': 'MAC address, six hexadecimal pairs with colons.',
  wifiSsid: 'Name of the Wi-Fi network through which it is connected now; null: through none (an extension).',
  'DeviceUpdate.settingsRevision': 'Revision of the settings that the headset has applied in full.',
  'DeviceUpdate.type': 'Device model as the headset reports it.',
  'DeviceUpdateReply.lastHeartbeatAt': 'When the station received this heartbeat.',
  licence: 'Licence of the device, as the headset reports it.',
  DeviceUpdate: 'A heartbeat: what a headset reports of itself. Absent fields stay unchanged.',
  DeviceEventInput: 'An event as a headset reports it.',
  'rejected.eventId': 'Id of the event; null if it has no usable id.',
  'DeviceEventInput.type': 'Event type, such as `APP_STARTED`.',
  'DeviceEventInput.payload':
    'Data of the event; its keys depend on `type`. At most 65,536 characters as JSON.',
  effectiveSettings:
    'Settings that are in effect on the headset; the station compares them to detect drift (an extension).',
  DeviceUpdateReply: 'Answer to a heartbeat.',
  acknowledged: 'Ids of the events that are stored.',
  rejected: 'Events that were refused; the others are stored.',
  'rejected.reason': 'Why the event was refused, in English.',
  dropped:
    'Reported values that cannot be true, such as a battery at 255 percent: each was left out, everything else is stored (an extension). Absent if there were none; at most 20 are listed.',
  'dropped.path': 'Where the value was, for example `batteryInfo.level`.',
  'dropped.value': 'The beginning of the value, as JSON; `[…]` for a list, `{…}` for an object.',
  commands: 'Commands for the headset to execute now.',
  'commands.expiresAt': 'When the command ends without an answer; null if it is repeated until answered.',
  'commands.message': 'Data of the command, a JSON object.',
};
