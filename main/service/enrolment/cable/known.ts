import type { DeviceRecord, Records } from '../../devices/index.ts';
import type { CableRun } from './enrol.ts';
import { hasEnrolledSince, enrolStartedAt } from './job.ts';
import type { Identity } from './plugged.ts';
import { isInCart } from './slots.ts';
import type { CableStore, PreparedHeadset } from '../carts/cable-store.ts';

type Parts = { readonly records: Pick<Records, 'devices' | 'overAdb'>; readonly store: CableStore };

/** Returns the slot that a headset is enrolled in: as stored by cable, or by its MAC address if a code enrolled it. */
export function knownSlot(
  { records: { devices }, store }: Parts,
  enterpriseId: string,
  { serial, macAddress }: Pick<Identity, 'serial' | 'macAddress'>,
): DeviceRecord | undefined {
  const before = store.headset(enterpriseId, serial);
  const slot = typeof before?.preparedAtMs === 'number' ? devices.find(before.deviceId) : undefined;
  if (slot !== undefined && slot.androidId !== null && !slot.isArchived) return slot;
  return macAddress === null ? undefined : devices.findByMac(enterpriseId, macAddress);
}

/**
 * Returns the slot of a headset with the same serial number that this station manages over adb and that has another
 * Android ID: this one was reset, or is another. `jobSlot`: the slot of the current work on that serial number.
 */
export function ownerWithOtherId(
  parts: Parts,
  jobSlot: string | null,
  enterpriseId: string,
  identity: Identity,
): DeviceRecord | undefined {
  const { devices, overAdb } = parts.records;
  const slot = jobSlot === null ? knownSlot(parts, enterpriseId, identity) : devices.find(jobSlot);
  if (slot === undefined || !overAdb.has(slot.id)) return undefined;
  const ids = [slot.androidId, identity.androidId];
  return ids.includes(null) || ids[0] === ids[1] ? undefined : slot;
}

/**
 * Returns the unfinished work on a headset if its slot is still reserved. A slot enrolled after the agent had been
 * instructed counts too: the station may have stopped before it could store that.
 */
export function unfinished(
  { records: { devices }, store }: Parts,
  run: CableRun,
  serial: string,
): PreparedHeadset | undefined {
  const before = store.headset(run.enterpriseId, serial);
  if (before === undefined || before.preparedAtMs !== null) return undefined;
  const slot = devices.find(before.deviceId);
  if (slot === undefined || !isInCart(run, slot)) return undefined;
  const isOpen = slot.androidId === null || hasEnrolledSince(slot, enrolStartedAt(before.steps));
  return isOpen ? before : undefined;
}
