import type { OperationExamples, ParameterNotes } from '../reference/reference.ts';
import { BEAT_AT, DEVICE_ID, OTHER_DEVICE_ID, PACKAGE_NAME, SCHOOL_DAY } from '../reference/values.ts';

const requested = { deviceIds: [DEVICE_ID, OTHER_DEVICE_ID] };
const versions = [{ versionCode: 42, versionName: '4.2', count: 1 }];

/** The fleet as it is now: one of the two requested headsets. */
export const examples: OperationExamples = {
  getFleetStatistics: {
    body: requested,
    reply: {
      computedAt: BEAT_AT,
      total: 1,
      enrolled: 1,
      confirmed: 1,
      waiting: 0,
      archived: 0,
      availability: { available: 1, unavailable: 0, linked: 1 },
      battery: {
        reported: 1,
        averageLevel: 81,
        low: 0,
        charging: 0,
        histogram: [{ from: 80, to: 90, count: 1 }],
      },
      storage: {
        reported: 1,
        totalBytes: 128_000_000_000,
        freeBytes: 96_000_000_000,
        usedBytes: 32_000_000_000,
        nearlyFull: 0,
      },
      models: [{ name: 'PICO 4', brand: 'pico', count: 1 }],
      licenses: {
        byLevel: [{ level: 'school', count: 1 }],
        byStatus: [{ status: 'active', count: 1 }],
        expired: 0,
        expiringSoon: 0,
      },
      mdm: { versions: [{ labelVersion: '1.2.0', codeVersion: 120, count: 1 }], deviceOwners: 1 },
      osVersions: [{ osVersion: '5.9.3', count: 1 }],
      invalidIds: [OTHER_DEVICE_ID],
    },
  },
  listHeadsetsBehind: { reply: { ids: [DEVICE_ID] } },
  getAppStatistics: {
    body: requested,
    reply: {
      computedAt: BEAT_AT,
      devices: 1,
      contents: [
        {
          contentId: 'app-planetarium',
          type: 'application',
          packageName: PACKAGE_NAME,
          title: null,
          assigned: 1,
          installed: 1,
          outdated: 0,
          downloading: 0,
          failed: 0,
          pending: 0,
          removing: 0,
          coverage: 1,
          versions,
          expectedVersions: [{ versionCode: 42, count: 1 }],
        },
      ],
      unassignedPackages: [{ packageName: 'com.example.chess', devices: 1, versions }],
      invalidIds: [OTHER_DEVICE_ID],
    },
  },
  getHealthStatistics: {
    body: { ...requested, startDate: SCHOOL_DAY.start, endDate: SCHOOL_DAY.end, granularity: 'day' },
    reply: {
      computedAt: BEAT_AT,
      granularity: 'day',
      snapshot: {
        devices: 1,
        reported: 1,
        batteryHealth: [{ health: 'Good', count: 1 }],
        averageLevel: 81,
        averageTemperature: 31.5,
        highestTemperature: 31.5,
        charging: 0,
        low: 0,
        averageStorageUsage: 0.25,
        nearlyFull: 0,
        batteryTrend: null,
        storageTrend: null,
      },
      devices: [
        {
          deviceId: DEVICE_ID,
          label: 'A-01',
          batteryHealth: 'Good',
          batteryLevel: 81,
          isCharging: false,
          temperature: 31.5,
          voltage: 4_012,
          storageUsage: 0.25,
          storageTotalBytes: 128_000_000_000,
          storageFreeBytes: 96_000_000_000,
          lastHeartbeatAt: BEAT_AT,
          batteryTrend: null,
          storageTrend: null,
        },
      ],
      series: [],
      invalidIds: [OTHER_DEVICE_ID],
    },
  },
};

export const parameters: ParameterNotes = {
  of: { description: 'Statistic whose headsets to list.', example: 'osVersion' },
  value: { description: 'Value that the statistic is about; absent for an unknown one.', example: '5.9.3' },
  versionCode: {
    description: 'Only headsets that hold the package in this version code, or `unknown`.',
    example: '42',
  },
  counted: {
    description: 'Only headsets on which the content has this deployment status.',
    example: 'failed',
  },
};
