import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { recordEvent } from '../events/record.ts';
import type { Records } from '../records/records.ts';
import type { DeviceRecord } from '../registry/store.ts';

/**
 * Deletes a device inside the caller's transaction: its identity is frozen, its events stay, `DEVICE_DELETED` is
 * recorded, its code and its tokens are void.
 */
export function removeDevice(records: Records, record: DeviceRecord, afterCommit: AfterCommit): void {
  const { core, deviceEvents, devices, events, codes, tokens, ids, types } = records;
  const nowMs = core.clock.now();
  const type = record.typeId === null ? undefined : types.find(record.enterpriseId, record.typeId);
  const payload = { label: record.label, androidId: record.androidId, model: type?.name ?? null };
  recordEvent(events, record.key, { type: 'DEVICE_DELETED', payload }, nowMs);
  codes.dropOfDevice(record.key);
  tokens.revokeOfDevice(record.id, afterCommit);
  devices.delete(record.key, nowMs);
  const { id, enterpriseId } = record;
  afterCommit(() => {
    ids.removed(enterpriseId, id);
    deviceEvents.publish({ name: 'device.removed', enterpriseId, deviceId: id });
    core.changes.announce({ enterpriseId, deviceId: id, fleet: { name: 'removed', data: { id } } });
  });
}
