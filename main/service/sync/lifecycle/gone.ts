import { androidIdSchema } from '../../../../shared/contract/ids.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { announceDevice, type DeviceRecord, type Records, recordEvent } from '../../devices/index.ts';
import { orderUnenrolment, releaseHeadset } from '../../enrolment/index.ts';
import { newId } from '../../kernel/new-id.ts';
import type { CentralDevice } from '../client/readers.ts';
import type { OtherHeadset } from '../conflicts/conflict-store.ts';
import { sealValue } from '../conflicts/values.ts';
import { isAtWork } from './at-work.ts';
import type { Gone } from '../merge/link-store.ts';
import { recall } from '../merge/recall.ts';
import type { SyncParts } from '../engine/parts.ts';
import type { RunLog } from '../engine/run-log.ts';
import { RunStop } from '../engine/stop.ts';

/**
 * What the central no longer has is archived here, with the reason, inside the caller's transaction. The record stays
 * with everything in it. Its headset is told to leave; one that never came here does not get in any more.
 */
export function archiveGone(
  parts: SyncParts,
  record: DeviceRecord,
  reason: Gone,
  afterCommit: AfterCommit,
): void {
  const { records, stores } = parts;
  const nowMs = records.core.clock.now();
  stores.links.set(record.key, { gone: reason, goneAtMs: nowMs, isBehind: false });
  if (record.isArchived) return;
  if (reason !== 'OTHER_ORGANISATION') sendAway(parts, record, afterCommit);
  stores.outbox.quietly(() => records.devices.setArchived(record.key, true));
  recordEvent(records.events, record.key, { type: 'DEVICE_ARCHIVED', payload: { reason } }, nowMs);
  announceArchived(records, record, { isArchived: true, archivedBecause: reason }, afterCommit);
}

function sendAway(parts: SyncParts, record: DeviceRecord, afterCommit: AfterCommit): void {
  const { records } = parts;
  if (!isAtWork(parts, record)) return records.tokens.revokeOfDevice(record.id, afterCommit);
  orderUnenrolment(records, record, afterCommit);
  afterCommit(() => parts.handOver(record.key));
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

/**
 * Archives a device that was deleted at the central. Where a headset was enrolled in it here that the central never heard
 * of, a person is asked first.
 */
export function archiveDeleted(
  parts: SyncParts,
  { deviceKey }: { readonly deviceKey: number },
  log: RunLog,
): Promise<void> {
  const { records, stores } = parts;
  return records.core.writer.run((afterCommit) => {
    const record = records.devices.findByKey(deviceKey);
    if (record === undefined) return;
    // A central that went back to an earlier state may never have heard of it.
    recall(parts, deviceKey);
    settleMoot(parts, record);
    if (holdsUntold(parts, record)) return askWhoStays(parts, record, { there: undefined, log });
    archiveGone(parts, record, 'DELETED', afterCommit);
    stores.outbox.removeOf(deviceKey);
    log.note('down', record, { archived: 'DELETED' });
    log.count('taken');
  });
}

/** True for a record whose headset was enrolled here and is not known at the central yet. */
export function holdsUntold({ records, stores }: SyncParts, { key }: DeviceRecord): boolean {
  const open = records.enrolments.open(key);
  return (
    open !== undefined &&
    stores.outbox
      .ofDevice(key)
      .some(({ kind, enrolmentKey }) => kind === 'enrol' && enrolmentKey === open.key)
  );
}

/**
 * Settles who has a slot where the headset that was enrolled here is not in it any more: the central's word holds, and that
 * the headset ever was in it need not be told. Inside the caller's transaction.
 */
export function settleMoot({ records, stores }: SyncParts, { key }: Pick<DeviceRecord, 'key'>): void {
  if (records.enrolments.open(key) !== undefined) return;
  const moot = stores.conflicts.openOfDevice(key).filter(({ kind }) => kind === 'enrolment');
  if (moot.length === 0) return;
  for (const conflict of moot) stores.conflicts.resolve(conflict.key, 'there', records.core.clock.now());
  for (const entry of stores.outbox.ofDevice(key))
    if (entry.kind === 'enrol') stores.outbox.remove(entry.key);
  stores.outbox.setHeld(key, false);
}

/** Asks a person who has a slot, inside the caller's transaction; until then nothing of it is told. Once is enough. */
export function askWhoStays(
  { records, stores }: SyncParts,
  record: Pick<DeviceRecord, 'key' | 'label' | 'androidId'> & {
    readonly id: string;
    readonly upstreamId?: string;
  },
  {
    there,
    device,
    log,
  }: {
    readonly there: string | undefined;
    /** The record in which the central has the headset. */
    readonly device?: CentralDevice | undefined;
    readonly log: RunLog;
  },
): void {
  const { vault, clock } = records.core;
  stores.outbox.setHeld(record.key, true);
  if (stores.conflicts.openOfDevice(record.key).some(({ kind }) => kind === 'enrolment')) return;
  const link = stores.links.find(record.key);
  stores.conflicts.add({
    id: newId(),
    deviceKey: record.key,
    kind: 'enrolment',
    path: ENROLMENT_PATH,
    base: sealValue(link?.upstreamAndroidId ?? undefined, vault),
    here: sealValue(record.androidId ?? undefined, vault),
    there: sealValue(there, vault),
    winner: 'none',
    createdAtMs: clock.now(),
    upstreamId: record.upstreamId ?? link?.upstreamId ?? null,
    about: device === undefined ? null : otherOf(device),
  });
  log.note('conflict', record, { path: ENROLMENT_PATH, winner: 'none' });
  log.count('conflicts');
}

function otherOf(device: CentralDevice): OtherHeadset {
  const { id, label, type, enrolledAt, lastHeartbeatAt } = device;
  const model = type?.['name'];
  return {
    slotId: id,
    slotLabel: label ?? null,
    model: typeof model === 'string' ? model.slice(0, 128) : null,
    enrolledAt: enrolledAt ?? null,
    lastHeartbeatAt: lastHeartbeatAt ?? null,
  };
}

/** Where the conflict about a slot stands among the conflicts of its device. */
const ENROLMENT_PATH = ['enrolment'];

/** Takes that back: the central has the device again. */
export function restoreGone(
  { records, stores }: SyncParts,
  record: DeviceRecord,
  afterCommit: AfterCommit,
): void {
  stores.links.set(record.key, { gone: null, goneAtMs: null, syncedRevision: -1 });
  const order = records.pending.unenrolment(record.key);
  if (order !== undefined && !records.pending.hasHeardToLeave(record.key))
    records.pending.cancel(record.key, order, afterCommit);
  if (!record.isArchived || record.replacedBy !== null) return;
  stores.outbox.quietly(() => records.devices.setArchived(record.key, false));
  noteRestored(records, record, afterCommit);
}

/**
 * A record that was archived here because its headset moved, while the central has the slot and nothing of the move is to be
 * told any more: it is in use again, by who is in it at the central.
 */
export function inUseAgain(
  { records, stores }: SyncParts,
  record: DeviceRecord,
  there: string | null,
  afterCommit: AfterCommit,
): void {
  const { androidId, key } = record;
  if (!record.isArchived || stores.outbox.ofDevice(key).length > 0) return;
  const back = there === androidId ? androidIdSchema.safeParse(there).data : undefined;
  const isElsewhere =
    back !== undefined &&
    records.devices.findByAndroidId(back).some((each) => each.enterpriseId === record.enterpriseId);
  if (isElsewhere) return;
  stores.outbox.quietly(() => {
    if (androidId !== null && back === undefined) releaseHeadset(records, record, afterCommit);
    records.devices.setArchived(key, false);
  });
  stores.links.set(key, { syncedRevision: -1 });
  noteRestored(records, record, afterCommit);
}

function noteRestored(records: Records, record: DeviceRecord, afterCommit: AfterCommit): void {
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

/** Forgets everything about a device that is neither here nor there, inside the caller's transaction. */
export function forgetLink({ stores }: SyncParts, deviceKey: number): void {
  stores.links.remove(deviceKey);
  stores.links.removeBase(deviceKey);
  stores.outbox.removeOf(deviceKey);
  stores.conflicts.removeOf(deviceKey);
  stores.trouble.clearOf(deviceKey);
}
