import type { z } from 'zod';

import type { heartbeatSchema } from '../../shared/contract/enrolment/heartbeat.ts';

/** Sixteen digits that the load generator overwrites: each event needs its own id. */
export const EVENT_ID_DIGITS = '0000000000000000';

/** Thirteen digits that it overwrites: each event is later than the one before, as on a real headset. */
export const TIMESTAMP_DIGITS = '1000000000000';

/** Twelve digits that it overwrites so that the storage of a headset changes with every report. */
export const FREE_SPACE_DIGITS = '100000000000';

const BODY_BYTES = 7 * 1024;
const EVENTS = 20;
const KINDS = ['APP_STARTED', 'VIDEO_STARTED', 'VIDEO_STOPPED', 'APP_STOPPED'];

type Package = { packageName: string; versionCode: number; versionName: string };

/** A heartbeat of 7 KiB with 20 events, as JSON in ASCII. `androidId` is that of the headset that reports. */
export function aHeartbeatBody(androidId: string): string {
  const packages: Package[] = [];
  for (;;) {
    const text = JSON.stringify(aHeartbeat(androidId, packages));
    const missing = BODY_BYTES - text.length;
    if (missing <= 120)
      return text.replace('"osVersion":"', `"osVersion":"${'5'.repeat(Math.max(0, missing))}`);
    const versionCode = 100 + packages.length;
    packages.push({
      packageName: `com.school.lesson.n${versionCode}`,
      versionCode,
      versionName: `1.${versionCode}`,
    });
  }
}

function aHeartbeat(androidId: string, installedPackages: Package[]): z.input<typeof heartbeatSchema> {
  const totalSpace = 256 * 2 ** 30;
  return {
    androidId,
    macAddress: '02:1A:2B:3C:4D:5E',
    osVersion: '5.9.9',
    worn: true,
    settingsRevision: 0,
    mdmInfo: { codeVersion: 120, labelVersion: '1.2.0', isDeviceOwner: true },
    batteryInfo: { level: 71, isCharging: false, health: 'Good', temperature: 34, voltage: 4_020 },
    storages: [
      {
        volumeDescription: 'Internal shared storage',
        totalSpace,
        freeSpace: Number(FREE_SPACE_DIGITS),
        usedSpace: totalSpace - Number(FREE_SPACE_DIGITS),
        isRemovable: false,
      },
    ],
    downloads: [],
    contentPresence: [],
    installedPackages,
    events: Array.from({ length: EVENTS }, (_, index) => ({
      eventId: `event-${EVENT_ID_DIGITS}`,
      type: KINDS[index % KINDS.length] ?? 'APP_STARTED',
      timestamp: Number(TIMESTAMP_DIGITS),
      payload: {
        contentId: `video-${index}`,
        packageName: 'com.school.lesson.n101',
        durationMs: index * 1_000,
      },
    })),
  };
}
