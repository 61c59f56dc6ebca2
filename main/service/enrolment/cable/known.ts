import type { DeviceRecord, Records } from '../../devices/index.ts';
import type { CableRun } from './enrol.ts';
import { hasEnrolledSince, toldAt } from './job.ts';
import type { Identity } from './plugged.ts';
import { isInCart } from './slots.ts';
import type { CableStore, PreparedHeadset } from './store.ts';

type Parts = { readonly records: Pick<Records, 'devices'>; readonly store: CableStore };

/** The slot that a headset is enrolled in: as the cable noted it, or by its MAC address where a code enrolled it. */
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
 * What was begun with a headset and not finished, where its slot still waits for it. A slot that was enrolled after the
 * agent had been told to counts too: the station may have been ended before it could note that.
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
  const isOpen = slot.androidId === null || hasEnrolledSince(slot, toldAt(before.steps));
  return isOpen ? before : undefined;
}
