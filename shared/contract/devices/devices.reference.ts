import type { Device, DeviceListItem } from './devices.ts';
import type { Descriptions, OperationExamples, ParameterNotes } from '../reference/reference.ts';
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

/** Examples of device records, lookup, metadata and history. */
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

export const descriptions: Descriptions = {
  BulkResult: 'Result for one requested id. Results are in the order of the request.',
  RevisedResult: 'Result for one requested id, with its new revision if it changed.',
  'RevisedResult.revision': 'Revision after the change; absent if the request named no revisions.',
  Device: 'A device record with its settings, inventory and metadata. A record without a headset is a slot.',
  DeviceListItem: 'A device record in a list.',
  'Device.id': 'Id of the device record, a UUIDv7 if this station created it.',
  'DeviceListItem.enterprise': 'Id of the organisation that owns the device.',
  Enterprise: 'An organisation, as shown in a device record.',
  temporaryVerificationCode: 'Live code for enrolment by typing; null if there is none.',
  TemporaryVerificationCode: 'A live code: six digits, no leading zero.',
  'TemporaryVerificationCode.code': 'The code to type into the headset.',
  'Device.settings': 'Assigned settings, with the deployment status of contents.',
  settingsRevision: 'Revision of the assigned settings; increases with every change of them.',
  'Device.revision': 'Increases with every change of the assigned state; sent as `ETag`.',
  formerRevisions:
    'Revision of the record under each former epoch of the store. Absent if the store was never restored from a backup. An extension of Muster.',
  alias:
    'Id under which a partner station or a former central knows the slot. Absent if it is the same. An extension of Muster.',
  DeviceRecord: 'What a station syncs of a device: its assigned state, without what its headset reports.',
  'Device.type': 'Device model; null if unknown.',
  TypeDevice: 'A device model.',
  'TypeDevice.name': 'Model name as the headset reports it.',
  product: 'Product name as Android reports it.',
  replacedBy: 'Id of the record that replaced this one after re-enrolment; null if none did.',
  enrolment: 'Enrolment of the present headset (an extension); null for a slot.',
  'enrolment.id': 'Id of the enrolment; a new one each time a headset enrols.',
  'enrolment.startedAt': 'When the headset enrolled; at a central, when it received the enrolment.',
  'enrolment.origin': 'Where and by whom the headset was enrolled (an extension); absent if unknown.',
  EnrolmentOrigin: 'Where and by whom a headset was enrolled.',
  'EnrolmentOrigin.station': 'Name of the station; null at the station itself.',
  'EnrolmentOrigin.by': 'Name of the person who issued the code; null if unknown.',
  'EnrolmentOrigin.profile': 'Name of the profile of the slot; null if it had none.',
  'EnrolmentOrigin.startedAt': 'When the headset enrolled, by the clock of the station.',
  unenrollingSince:
    'Since when un-enrolment awaits confirmation by the headset (an extension); null if none is pending.',
  mdmInfo: 'Management agent on the headset; null if not reported.',
  MdmInfo: 'Management agent on the headset, as it reports itself.',
  'MdmInfo.codeVersion': 'Version code of the agent.',
  isDeviceOwner: 'True if the agent is the Android device owner.',
  license: 'Licence of the device; null if none.',
  License: 'A licence. The interface lists no values, so all texts are free.',
  level: 'Level of the licence; free text.',
  'License.status': 'Status of the licence; free text.',
  alertDate: 'When to warn that the licence ends; null for no warning.',
  worn: 'True if somebody wears the headset; null if not reported.',
  metadata: 'Metadata objects by namespace.',
  downloads: 'Downloads as the headset last reported them.',
  DownloadTask: 'A download on the headset, as it reports it.',
  downloadId: 'Id of the download on the headset.',
  'DownloadTask.url': 'URL that is downloaded.',
  dir: 'Folder on the headset.',
  'DownloadTask.fileName': 'Name of the file on the headset.',
  lastBytes: 'Bytes downloaded so far.',
  'DownloadTask.progress': 'Progress as the headset reports it.',
  'DownloadTask.status': 'Status as the headset reports it; free text.',
  speed: 'Transfer rate, in bytes per second.',
  typeFile: 'Kind of file, as the headset reports it.',
  startTime: 'When the download started, in milliseconds since 1970 UTC by the headset’s clock.',
  associatedObject: 'The content that the download is for, as the headset reports it; null if none.',
  installedPackages: 'Packages as the headset last reported them.',
  InstalledPackage: 'A package that the headset reports as installed.',
  contentPresence: 'Assigned contents on the headset, as it last reported them.',
  ContentPresence: 'Whether an assigned content is on the headset, as it reports it.',
  present: 'True if the content is on the headset.',
  installed: 'True if the application is installed.',
  managedPaths: 'Paths on the headset that belong to the content.',
  DeviceEvent: 'A stored event.',
  'DeviceEvent.type': 'Event type, such as `APP_STARTED`.',
  DeviceEventPage: 'A page of events, newest first.',
  receivedAt: 'When the station received it.',
  clockSuspect: 'Present if the headset’s clock was too far off to be trusted.',
  ifRevisions:
    'Expected revision by device id (an extension): a device with another revision is refused with CONFLICT.',
  strict: 'True to refuse the whole request if one id is invalid.',
  'lookUpDevices.reply.devices': 'Devices found, in the order of the request.',
  'setMetadataOfMany.body.value': 'JSON object that replaces the value of the namespace.',
  Author: 'Who did it.',
  'Author.kind':
    '`session`: on the station’s computer; `remote`: over the local network with a passcode; `token`: a program; `station`: the station itself.',
  'Author.label': 'Label of the token when it was issued; null without a token.',
};
