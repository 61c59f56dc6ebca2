import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { announceDevice, type DeviceRecord, type Records, recordEvent } from '../../devices/index.ts';
import type { Gone } from '../merge/link-store.ts';
import type { SyncParts } from '../engine/parts.ts';
import type { RunLog } from '../engine/run-log.ts';
import { RunStop } from '../engine/stop.ts';

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

/** More than this, and more than a fifth of all, are not archived within so long without somebody having said so. */
const MANY = 10;
const WITHIN_MS = 3_600_000;

/**
 * Those that were archived lately and that nobody spoke of count too, however they were missed and in whichever run:
 * else a fleet could go in tens.
 *
 * @throws {RunStop} where so many of the known devices are gone that somebody has to say first that this is right.
 */
export function holdBackMany({ records, stores }: SyncParts, gone: number, known: number): void {
  if (gone === 0) return;
  const saidAtMs = stores.upstream.get()?.removalsSaidAtMs ?? 0;
  const lately = stores.links.countDeletedSince(Math.max(saidAtMs, records.core.clock.now() - WITHIN_MS));
  const all = gone + lately;
  if (all <= MANY || all * 5 <= known + lately) return;
  const message =
    lately === 0
      ? `${gone} devices are not at the central any more. Nothing was archived: say that this is right first.`
      : `${all} devices went from the central within an hour. ${gone} of them were not archived: say that this is right first.`;
  throw new RunStop('blocked', { code: 'MANY_GONE', message });
}

/** Archives a device that was deleted at the central, and forgets what waited for it there. */
export function archiveDeleted(
  parts: SyncParts,
  { deviceKey }: { readonly deviceKey: number },
  log: RunLog,
): Promise<void> {
  const { records, stores } = parts;
  return records.core.writer.run((afterCommit) => {
    const record = records.devices.findByKey(deviceKey);
    if (record === undefined) return;
    archiveGone(parts, record, 'DELETED', afterCommit);
    stores.outbox.removeOf(deviceKey);
    log.note('down', record, { archived: 'DELETED' });
    log.count('taken');
  });
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
