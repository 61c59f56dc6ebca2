import type { AfterCommit } from '../../store/after-commit.ts';
import { announceDevice, type DeviceRecord, type Records } from '../devices/index.ts';
import { recordEvent } from '../events/index.ts';
import type { Gone } from './link-store.ts';
import type { SyncParts } from './parts.ts';

/**
 * What the central no longer has is archived here, with the reason, inside the caller's transaction. The record stays
 * with everything in it; its headset hears of it.
 */
export function archiveGone(
  { records, stores }: SyncParts,
  record: DeviceRecord,
  reason: Gone,
  afterCommit: AfterCommit,
): void {
  const nowMs = records.core.clock.now();
  stores.links.set(record.key, { gone: reason, goneAtMs: nowMs, isBehind: false });
  if (record.isArchived) return;
  stores.outbox.quietly(() => records.devices.setArchived(record.key, true));
  recordEvent(records.events, record.key, { type: 'DEVICE_ARCHIVED', payload: { reason } }, nowMs);
  announceArchived(records, record, { isArchived: true, archivedBecause: reason }, afterCommit);
}

/** Takes that back: the central has the device again. */
export function restoreGone(
  { records, stores }: SyncParts,
  record: DeviceRecord,
  afterCommit: AfterCommit,
): void {
  stores.links.set(record.key, { gone: null, goneAtMs: null, syncedRevision: -1 });
  if (!record.isArchived || record.replacedBy !== null) return;
  stores.outbox.quietly(() => records.devices.setArchived(record.key, false));
  const nowMs = records.core.clock.now();
  recordEvent(records.events, record.key, { type: 'DEVICE_RESTORED', payload: {} }, nowMs);
  announceArchived(records, record, { isArchived: false, archivedBecause: null }, afterCommit);
}

function announceArchived(
  records: Records,
  record: DeviceRecord,
  device: { readonly isArchived: boolean; readonly archivedBecause: Gone | null },
  afterCommit: AfterCommit,
): void {
  const { isArchived } = device;
  afterCommit(() => announceDevice(records, record, { device, headset: { isArchived } }));
}
