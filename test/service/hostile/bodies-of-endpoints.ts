import type { contract } from '../../../shared/contract/index.ts';

const license = { level: 'gold', status: 'active', alertDate: '2027-01-01T00:00:00Z' };

/** A full heartbeat: every field that there is. */
const heartbeat = {
  macAddress: 'AA:BB:CC:DD:EE:FF',
  type: { name: 'PICO 4', product: 'A8110' },
  mdmInfo: { codeVersion: 12, labelVersion: '1.2.0', isDeviceOwner: true },
  label: 'Headset',
  licence: license,
  downloads: [
    {
      downloadId: 1,
      url: 'https://content.example/a.mp4',
      dir: '/sdcard',
      fileName: 'a.mp4',
      totalBytes: 10,
      lastBytes: 1,
      status: 'RUNNING',
      progress: 0.1,
      speed: 5,
      typeFile: 'video',
      startTime: 1_763_000_000_000,
      associatedObject: { id: 'video-1' },
    },
  ],
  installedPackages: [{ packageName: 'com.example.app', versionCode: 7, versionName: '0.7' }],
  contentPresence: [
    {
      contentId: 'video-1',
      type: 'video',
      packageName: 'com.example.app',
      present: true,
      sizeBytes: 123,
      installed: true,
      installedVersionCode: 6,
      expectedVersionCode: 7,
      managedPaths: ['/sdcard/a.mp4'],
    },
  ],
  events: [],
  batteryInfo: { level: 50, isCharging: true, health: 'Good', temperature: 30, voltage: 4 },
  storages: [
    { volumeDescription: 'Internal', totalSpace: 100, freeSpace: 40, usedSpace: 60, isRemovable: false },
  ],
  osVersion: '14',
  worn: true,
  settingsRevision: 0,
};

/** One good body, with every field, for each endpoint that reads one. */
export const GOOD_BODIES = {
  enrolDevice: { enrollmentToken: 'no-such-token', androidId: 'headset-1' },
  enrolDeviceByCode: { code: 123_456, androidId: 'headset-1' },
  identifyType: { name: 'PICO 4', product: 'A8110' },
  updateDevice: heartbeat,
  patchDevice: { label: 'Headset', license },
  patchDevices: { devicesId: ['nobody'], label: 'Headset', license },
  lookUpDevices: { ids: ['nobody'], strict: false },
  setMetadataOfMany: { devicesId: ['nobody'], value: { group: { id: 'g-1', label: 'Group 1' } } },
  getFleetStatistics: { deviceIds: ['nobody'] },
  getAppStatistics: { deviceIds: ['nobody'] },
  getHealthStatistics: {
    deviceIds: ['nobody'],
    startDate: '2026-01-01T00:00:00Z',
    endDate: '2026-02-01T00:00:00Z',
    granularity: 'week',
  },
  createSlots: {
    count: 1,
    labelPrefix: 'A-',
    start: 1,
    pad: 2,
    type: 'PICO 4',
    cart: { id: 'cart-1', label: 'Cart 1', shelves: 3 },
  },
  createCodes: { devicesId: ['nobody'], renew: false },
  startPractice: { count: 1, label: 'Practice', labelPrefix: 'P-', paceMs: 1_000 },
  issueToken: {
    scope: 'enroll',
    deviceId: 'nobody',
    expiresInSec: 60,
    label: 'token',
    fleetAccess: ['nobody'],
  },
  createEnterprise: { name: 'Another school' },
  openSession: { launchToken: 'no-such-token' },
} as const satisfies Partial<Record<keyof typeof contract, object>>;
