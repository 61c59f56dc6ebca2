import type { Headset } from '../../../shared/contract/devices/fleet.ts';

/** Time of these headsets' last heartbeat, in ms. */
export const LAST_SEEN_AT_MS = Date.parse('2026-11-21T10:00:00Z');

/** A ready headset without a cart; its id is its name. */
export function aHeadset(label: string, input: Partial<Headset> = {}): Headset {
  return {
    id: label,
    label,
    androidId: `android-${label}`,
    isArchived: false,
    replacedBy: null,
    model: 'PICO 4 Enterprise',
    brand: 'pico',
    isLinked: true,
    linkEndedAt: null,
    lastHeartbeatAt: new Date(LAST_SEEN_AT_MS).toISOString(),
    enrolledAt: new Date(LAST_SEEN_AT_MS - 60_000).toISOString(),
    unenrollingSince: null,
    battery: { level: 80, isCharging: false },
    storage: { freeBytes: 60e9, totalBytes: 128e9 },
    worn: false,
    runningPackage: null,
    download: null,
    settingsRevision: 0,
    appliedRevision: null,
    cart: null,
    shelf: null,
    place: null,
    macAddress: null,
    impossible: [],
    asset: null,
    isPractice: false,
    drift: null,
    unconfirmed: null,
    pendingChange: null,
    profileId: null,
    overAdb: null,
    ...input,
  };
}
