import type { DeviceRecord, Records } from '../../devices/index.ts';
import type { CableRun } from './enrol.ts';
import { hasEnrolledSince, enrolStartedAt } from './job.ts';
import type { Identity } from './plugged.ts';
import { isInCart } from './slots.ts';
import type { CableStore, PreparedHeadset } from './store.ts';

type Parts = { readonly records: Pick<Records, 'devices'>; readonly store: CableStore };

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
