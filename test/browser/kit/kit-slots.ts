import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import type { HeadsetState, StateOfHeadset } from '../../../shared/domain/devices/headset-state.ts';
import type { Slot } from '../../../renderer/enrolment/cart/cart-progress.ts';

const STATES: readonly StateOfHeadset[] = [
  { state: 'waiting' },
  { state: 'failed', what: 'content', fileName: 'volcano-3.apk' },
  { state: 'offline', lastSeenAtMs: null, cable: null, heldBy: null },
  { state: 'enrolled' },
  { state: 'applying', fileName: 'volcano-3.apk', progress: 0.4 },
  { state: 'attention', usedShare: 0.96 },
  { state: 'drifted', path: 'display.brightness', count: 1 },
  { state: 'lowBattery', level: 9 },
  { state: 'inUse', packageName: 'org.lumiere.volcano' },
  { state: 'ready' },
];

/** A slot in every state. */
export const SLOTS: readonly Slot[] = STATES.map((state, index) => ({
  headset: aHeadset(state.state, index),
  state,
}));

function aHeadset(state: HeadsetState, index: number): Headset {
  return {
    id: state,
    label: `A-${String(index + 1).padStart(2, '0')}`,
    androidId: state === 'waiting' ? null : state,
    isArchived: false,
    replacedBy: null,
    model: 'PICO 4 Enterprise',
    brand: 'pico',
    isLinked: true,
    linkEndedAt: null,
    lastHeartbeatAt: state === 'waiting' ? null : '2026-11-20T09:59:00.000Z',
    enrolledAt: state === 'waiting' ? null : '2026-11-20T09:00:00.000Z',
    unenrollingSince: null,
    battery: { level: 80, isCharging: false },
    storage: null,
    worn: null,
    runningPackage: null,
    download: null,
    settingsRevision: 0,
    appliedRevision: null,
    cart: { id: 'cart', label: 'Cart A' },
    shelf: index < 6 ? 1 : 2,
    place: index + 1,
    impossible: [],
    macAddress: null,
    asset: null,
    isPractice: false,
    drift: null,
    unconfirmed: null,
    pendingChange: null,
    profileId: null,
    overAdb: null,
  };
}
