import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { headsetState } from '../../../shared/domain/devices/headset-state.ts';
import type { Slot } from '../../../renderer/enrolment/cart/cart-progress.ts';

/** The current time in all tests of Enrol. */
export const NOW_MS = Date.parse('2026-11-20T10:00:00Z');

/** Returns an instant this many seconds before `NOW_MS`. */
export function secondsAgo(seconds: number): string {
  return new Date(NOW_MS - seconds * 1_000).toISOString();
}

/** A free slot. */
export function aHeadset(input: Partial<Headset> = {}): Headset {
  return {
    id: 'place-1',
    label: 'A-01',
    androidId: null,
    isArchived: false,
    replacedBy: null,
    model: null,
    brand: null,
    isLinked: false,
    linkEndedAt: null,
    lastHeartbeatAt: null,
    enrolledAt: null,
    unenrollingSince: null,
    battery: null,
    storage: null,
    worn: null,
    runningPackage: null,
    download: null,
    settingsRevision: 0,
    appliedRevision: null,
    cart: { id: 'cart-a', label: 'Cart A' },
    shelf: 1,
    place: 1,
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

/** Slot number `number` of a cart, in the state that follows from its facts at `NOW_MS`. */
export function aSlot(number: number, input: Partial<Headset> = {}): Slot {
  const id = `place-${number}`;
  const headset = aHeadset({ id, label: `A-${String(number).padStart(2, '0')}`, place: number, ...input });
  return { headset, state: headsetState(headset, NOW_MS) };
}

/** Fields of a headset that enrolled 20 s ago and has reported since. */
export const READY: Partial<Headset> = {
  androidId: 'android-1',
  enrolledAt: secondsAgo(20),
  lastHeartbeatAt: secondsAgo(5),
  isLinked: true,
};

/** Fields of a headset that enrolled 20 s ago and has not reported yet. */
export const ENROLLED: Partial<Headset> = {
  androidId: 'android-1',
  enrolledAt: secondsAgo(20),
  isLinked: true,
};
