import type { Device, DeviceListItem } from './devices.ts';
import type { OperationExamples, ParameterNotes } from '../reference/reference.ts';
import {
  ANDROID_ID,
  BEAT_AT,
  BEAT_AT_MS,
  DEVICE_ID,
  ENROLLED_AT,
  ENROLMENT_ID,
  ENROLMENT_TOKEN,
  ENTERPRISE_ID,
  LICENCE_ENDS_AT,
  OTHER_DEVICE_ID,
  PACKAGE_NAME,
} from '../reference/values.ts';
import { answeredSettingsExample, settingsExample } from '../configuration/settings/settings.reference.ts';

/** A licence of a device. */
export const licenseExample = { level: 'school', status: 'active', alertDate: LICENCE_ENDS_AT };

/** The management agent of a headset. */
export const mdmInfoExample = { codeVersion: 120, labelVersion: '1.2.0', isDeviceOwner: true };

const metadata = { group: { id: 'class-7b', label: 'Class 7b', color: '#2f6f4f' } };

/** Downloads, packages and contents that a headset reports. */
export const inventoryExample = {
  downloads: [
    {
      downloadId: 7,
      url: 'https://content.school.example/reef.mp4',
      dir: 'videos',
      fileName: 'reef.mp4',
      totalBytes: 800_000_000,
      lastBytes: 200_000_000,
      status: 'RUNNING',
      progress: 0.25,
      speed: 9_000_000,
      typeFile: 'video',
      startTime: BEAT_AT_MS - 22_000,
      associatedObject: { id: 'video-reef' },
    },
  ],
  installedPackages: [{ packageName: PACKAGE_NAME, versionCode: 42, versionName: '4.2' }],
  contentPresence: [
    {
      contentId: 'app-planetarium',
      type: 'application',
      packageName: PACKAGE_NAME,
      present: true,
      sizeBytes: 240_000_000,
      installed: true,
      installedVersionCode: 42,
      expectedVersionCode: 42,
      managedPaths: ['apps/planetarium-42.apk'],
    },
  ],
};

/** A device in a reply that is not a full read. */
export const deviceExample: Device = {
  id: DEVICE_ID,
  label: 'A-01',
  description: 'First place of cart A',
  enrollmentToken: ENROLMENT_TOKEN,
  enterprise: { id: ENTERPRISE_ID, name: 'Reef School' },
  macAddress: 'A4:5E:60:12:34:56',
  androidId: ANDROID_ID,
  temporaryVerificationCode: null,
  settings: answeredSettingsExample,
  settingsRevision: 3,
  revision: 12,
  type: { id: 'pico-4', name: 'PICO 4', product: 'A8110', brand: 'pico' },
  isAvailable: true,
  isArchived: false,
  unenrollingSince: null,
  replacedBy: null,
  lastHeartbeatAt: BEAT_AT,
  enrolledAt: ENROLLED_AT,
  enrolment: { id: ENROLMENT_ID, startedAt: ENROLLED_AT },
  mdmInfo: mdmInfoExample,
  license: licenseExample,
  osVersion: '5.9.3',
  worn: false,
  ...inventoryExample,
  metadata: { 'school-timetable': metadata },
};

const fullDevice: Device = { ...deviceExample, settings: settingsExample };

const listItem: DeviceListItem = {
  id: DEVICE_ID,
  label: 'A-01',
  description: 'First place of cart A',
  androidId: ANDROID_ID,
  enterprise: ENTERPRISE_ID,
  isArchived: false,
  replacedBy: null,
  lastHeartbeatAt: BEAT_AT,
};

/** A bulk reply: one device changed, one not found. */
export const bulkReplyExample = [
  { id: DEVICE_ID, success: true },
  {
    id: OTHER_DEVICE_ID,
    success: false,
    error: { code: 'DEVICE_NOT_FOUND' as const, message: 'No such device.' },
  },
];

const revisedReplyExample = [{ id: DEVICE_ID, success: true, revision: 8 }, ...bulkReplyExample.slice(1)];

/** An event as a headset reports it. */
export const eventExample = {
  eventId: 'e-1042',
  type: 'APP_STARTED',
  payload: { packageName: PACKAGE_NAME },
};

const {
  mdmInfo: _mdmInfo,
  downloads: _downloads,
  installedPackages: _installedPackages,
  contentPresence: _contentPresence,
  ...recordExample
} = deviceExample;

export const examples: OperationExamples = {
  listDevices: { reply: { page: 1, limit: 50, total: 1, items: [listItem] } },
  getDevice: { reply: fullDevice },
  getDeviceByAndroidId: { reply: fullDevice },
  getLicense: { reply: licenseExample },
  patchDevice: {
    body: { label: 'A-01', description: 'Left strap mended', license: licenseExample },
    reply: deviceExample,
  },
  patchDevices: {
    body: {
      devicesId: [DEVICE_ID, OTHER_DEVICE_ID],
      label: 'Spare',
      license: licenseExample,
      ifRevisions: { [DEVICE_ID]: 7 },
    },
    reply: revisedReplyExample,
  },
  deleteDevice: { reply: { id: DEVICE_ID, success: true } },
  lookUpDevices: {
    body: { ids: [DEVICE_ID, OTHER_DEVICE_ID], strict: false },
    reply: { devices: [listItem], invalidIds: [OTHER_DEVICE_ID] },
  },
  listRecords: { reply: { total: 1, items: [listItem] } },
  readRecords: { body: { ids: [DEVICE_ID] }, reply: [recordExample] },
  setMetadata: { body: metadata, reply: deviceExample },
  setMetadataOfMany: {
    body: {
      devicesId: [DEVICE_ID, OTHER_DEVICE_ID],
      value: metadata,
      ifRevisions: { [DEVICE_ID]: 7 },
    },
    reply: revisedReplyExample,
  },
  removeMetadata: { reply: { ...deviceExample, metadata: {} } },
  listEvents: {
    reply: {
      page: 1,
      limit: 50,
      total: 1,
      items: [{ ...eventExample, timestamp: BEAT_AT_MS - 60_000, receivedAt: BEAT_AT }],
    },
  },
};

export const parameters: ParameterNotes = {
  androidid: { description: 'The identifier that Android gave the headset.', example: ANDROID_ID },
  enterpriseId: {
    description: 'Only devices of this organisation: the token’s own or one opened to it.',
    example: ENTERPRISE_ID,
  },
  after: { description: 'The last id of the page before; absent for the first page.', example: DEVICE_ID },
  namespace: { description: 'Namespace of the metadata, chosen by the client.', example: 'school-timetable' },
  snapshot: { description: 'Send the current state of every headset first.', example: true },
  devices: { description: 'True to include the events of the single-device streams.', example: true },
  type: { description: 'Only events of exactly this type.', example: 'APP_STARTED' },
  types: {
    description: 'Only events of these types, separated by commas (an extension).',
    example: ['APP_STARTED', 'APP_STOPPED'],
    explode: false,
  },
};
