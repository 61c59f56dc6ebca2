import { deviceSchema, type Device } from '../../shared/contract/devices/devices.ts';

/** The record of a slot without a headset. */
export function aBlankDevice(id: string): Device {
  return deviceSchema.parse({
    id,
    label: id,
    description: null,
    enrollmentToken: `enrollment-${id}`,
    enterprise: { id: 'school', name: 'School' },
    macAddress: null,
    temporaryVerificationCode: null,
    settings: {},
    settingsRevision: 0,
    revision: 0,
    unenrollingSince: null,
    type: null,
    isAvailable: false,
    isArchived: false,
    replacedBy: null,
    lastHeartbeatAt: null,
    enrolledAt: null,
    enrolment: null,
    mdmInfo: null,
    license: null,
    osVersion: null,
    worn: null,
    downloads: [],
    installedPackages: [],
    contentPresence: [],
    metadata: {},
  });
}
