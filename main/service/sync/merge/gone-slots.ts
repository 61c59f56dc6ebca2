import type { CentralDevice } from '../client/readers.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { slotIdAtCentral } from '../apply/add-record.ts';
import { addEnrolmentConflict } from '../lifecycle/archive.ts';
import type { SyncParts } from '../records/parts.ts';
import type { RunLog } from '../records/run-log.ts';
import { unsealValue } from '../records/values.ts';

/** True for a slot that is gone at the central, of which a person decided that its headset stays here only. */
export function isKeptHere(
  { records, stores }: SyncParts,
  { key }: DeviceRecord,
  { id, isArchived }: CentralDevice,
): boolean {
  const conflict = isArchived ? stores.conflicts.newestOfSlot(id) : undefined;
  if (conflict?.deviceKey !== key || conflict.resolvedAtMs === null || conflict.taken !== 'here')
    return false;
  return unsealValue(conflict.there, records.core.vault) === undefined;
}

/** True for a slot that was deleted here and that nobody has decided to restore. */
export function isDeletedLocally(parts: SyncParts, device: CentralDevice): boolean {
  if (device.isArchived || deletedSlot(parts, device)?.enterpriseId !== parts.enterpriseId) return false;
  const conflict = parts.stores.conflicts.newestOfSlot(device.id);
  return conflict === undefined || conflict.resolvedAtMs === null || conflict.taken !== 'there';
}

function deletedSlot({ records: { devices } }: SyncParts, device: CentralDevice) {
  return devices.findDeleted(slotIdAtCentral(device)) ?? devices.findDeleted(device.id);
}

/** The central has a slot that was deleted here, for example after a restore from a backup: a person decides. */
export function addDeletionConflict(parts: SyncParts, device: CentralDevice, log: RunLog): void {
  const { records, stores } = parts;
  const key = deletedSlot(parts, device)?.key;
  const conflict = stores.conflicts.newestOfSlot(device.id);
  if (key === undefined || (conflict !== undefined && conflict.resolvedAtMs === null)) return;
  const label = records.devices.deletedLabel(key);
  const about = { key, id: device.id, label, androidId: null, upstreamId: device.id };
  addEnrolmentConflict(parts, about, { there: device.androidId ?? device.id, device, log });
}
