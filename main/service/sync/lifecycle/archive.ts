import { androidIdSchema } from '../../../../shared/contract/ids.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { recordEvent } from '../../devices/events/index.ts';
import { announceDevice } from '../../devices/live/index.ts';
import { releaseHeadset } from '../../commands/index.ts';
import { orderUnenrolment } from '../../enrolment/index.ts';
import { newId } from '../../kernel/new-id.ts';
import type { CentralDevice } from '../client/readers.ts';
import type { Conflict, OtherHeadset } from '../records/conflict-store.ts';
import { sealValue, unsealValue } from '../records/values.ts';
import type { Lifecycle } from '../records/outbox-store.ts';
import { isActiveHere } from './active-here.ts';
import type { RemovalReason } from '../records/link-store.ts';
import { adoptEnrolment, hasOtherSlot, leaveOthers } from './elsewhere.ts';
import { isReleasing } from './release.ts';
import { pendingChangesOf } from '../apply/pending-changes.ts';
import { noteGone } from '../apply/note-gone.ts';
import { reuploadEnrolment } from '../apply/reupload-enrolment.ts';
import type { SyncParts } from '../records/parts.ts';
import type { RunLog } from '../records/run-log.ts';
import { RunStop } from '../records/stop.ts';

/**
 * Archives a record that the central no longer has, with the reason. It keeps all its data. Its headset is ordered to
 * un-enrol; one that has never connected is rejected from now on. Runs inside the caller's transaction.
 */
export function archiveRemoved(
  parts: SyncParts,
  record: DeviceRecord,
  reason: RemovalReason,
  afterCommit: AfterCommit,
): void {
  const { records, stores } = parts;
  const nowMs = records.core.clock.now();
  noteGone(parts, record.key, reason);
  if (record.isArchived) return;
  if (reason !== 'OTHER_ORGANISATION') unenrolOrRevoke(parts, record, afterCommit);
  stores.outbox.withoutOutbox(() => records.devices.setArchived(record.key, true));
  recordEvent(records.events, record.key, { type: 'DEVICE_ARCHIVED', payload: { reason } }, nowMs);
  announceArchived(records, record, { isArchived: true, archivedBecause: reason }, afterCommit);
}

function unenrolOrRevoke(parts: SyncParts, record: DeviceRecord, afterCommit: AfterCommit): void {
  const { records } = parts;
  if (!isActiveHere(parts, record)) return records.tokens.revokeOfDevice(record.id, afterCommit);
  orderUnenrolment(records, record, afterCommit);
  afterCommit(() => parts.sendPending(record.key));
}

/** Archiving more than this and more than a fifth of all within this time needs confirmation. */
const CONFIRM_ABOVE = 10;
const WITHIN_MS = 3_600_000;

/**
 * Recently archived records that nobody confirmed count too, whatever run they were in: otherwise a fleet could vanish
 * ten at a time.
 * @throws {RunStop} if so many of the known devices are gone that a person must confirm it first.
 */
export function requireConfirmation({ records, stores }: SyncParts, gone: number, known: number): void {
  if (gone === 0) return;
  const confirmedAtMs = stores.upstream.get()?.removalsConfirmedAtMs ?? 0;
  const recent = stores.links.countDeletedSince(
    Math.max(confirmedAtMs, records.core.clock.now() - WITHIN_MS),
  );
  const all = gone + recent;
  if (all <= CONFIRM_ABOVE || all * 5 <= known + recent) return;
  const message =
    recent === 0
      ? `${gone} devices are no longer at the central. Nothing was archived: confirm it first.`
      : `${all} devices were deleted there within an hour. ${gone} of them were not archived: confirm it first.`;
  throw new RunStop('blocked', { code: 'MANY_GONE', message });
}

/**
 * Archives a device whose slot was deleted at the central, or moved to another organisation. If a headset was enrolled
 * in it here that the central does not know, a person decides.
 */
export function archiveLost(
  parts: SyncParts,
  { deviceKey }: { readonly deviceKey: number },
  { reason, log }: { readonly reason: 'DELETED' | 'OTHER_ORGANISATION'; readonly log: RunLog },
): Promise<void> {
  const { records, stores } = parts;
  return records.core.writer.run((afterCommit) => {
    const record = records.devices.findByKey(deviceKey);
    if (record === undefined) return;
    // A restored central may never have had the device.
    reuploadEnrolment(parts, deviceKey);
    closeObsoleteConflicts(parts, record);
    if (hasPendingEnrolment(parts, record)) return askAboutLostSlot(parts, record, log);
    archiveRemoved(parts, record, reason, afterCommit);
    stores.outbox.removeOf(deviceKey);
    log.note('down', record, { archived: reason });
    log.count('taken');
  });
}

/** True if a headset was enrolled here and the central does not know yet. */
export function hasPendingEnrolment({ records, stores }: SyncParts, { key }: DeviceRecord): boolean {
  const open = records.enrolments.open(key);
  return (
    open !== undefined &&
    stores.outbox
      .ofDevice(key)
      .some(({ kind, enrolmentKey }) => kind === 'enrol' && enrolmentKey === open.key)
  );
}

/**
 * Closes conflicts about a slot whose local headset has left it: the central's state applies, and the local enrolment
 * is not uploaded. Runs inside the caller's transaction.
 */
export function closeObsoleteConflicts(
  { records, stores }: SyncParts,
  { key }: Pick<DeviceRecord, 'key'>,
): void {
  if (records.enrolments.open(key) !== undefined) return;
  const obsolete = stores.conflicts
    .openOfDevice(key)
    .filter((each) => each.kind === 'enrolment' && doubtfulOrder({ records, stores }, each) === undefined);
  if (obsolete.length === 0) return;
  for (const conflict of obsolete) stores.conflicts.resolve(conflict.key, 'there', records.core.clock.now());
  for (const entry of stores.outbox.ofDevice(key))
    if (entry.kind === 'enrol') stores.outbox.remove(entry.key);
  stores.outbox.setHeld(key, false);
}

/**
 * Returns the order to un-enrol that a conflict is about: its answer was lost, and the central has the headset in the
 * slot, perhaps enrolled again. Undefined if the conflict is about something else.
 */
export function doubtfulOrder(
  { records, stores }: Pick<SyncParts, 'records' | 'stores'>,
  { deviceKey, there }: Pick<Conflict, 'deviceKey' | 'there'>,
): Lifecycle | undefined {
  const headset = unsealValue(there, records.core.vault);
  return stores.outbox
    .ofDevice(deviceKey)
    .find(
      ({ kind, androidId, isHeld, attempts }) =>
        kind === 'unenrol' && isHeld && attempts > 0 && androidId === headset,
    );
}

/**
 * Asks a person which headset gets a slot, once, and holds the outbox of the device until then. Runs inside the
 * caller's transaction.
 */
export function addEnrolmentConflict(
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
    /** The record at the central with the headset. */
    readonly device?: CentralDevice | undefined;
    readonly log: RunLog;
  },
): void {
  const { vault, clock } = records.core;
  stores.outbox.setHeld(record.key, true);
  // From now on the conflict is the reason to wait.
  stores.trouble.clear(record.key, 'lifecycle');
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

/**
 * Asks a person what becomes of a headset whose slot was deleted or archived at the central before it learned of the
 * enrolment. The enrolment itself is no pending change of the slot. Runs inside the caller's transaction.
 */
export function askAboutLostSlot(parts: SyncParts, record: DeviceRecord, log: RunLog): void {
  addEnrolmentConflict(parts, record, { there: undefined, log });
  const isUnchanged = pendingChangesOf(parts, record)?.items.length === 0;
  parts.stores.links.set(record.key, {
    isStale: false,
    // If the slot returns, it is read.
    listed: null,
    ...(isUnchanged ? { syncedRevision: record.revision } : {}),
  });
}

/**
 * Closes conflicts that the record of the central answers: it has a lost slot again, so that the enrolment is uploaded,
 * or the headset of an order whose answer was lost has left the slot. Runs inside the caller's transaction.
 */
export function closeAnswered(parts: SyncParts, { key }: DeviceRecord, device: CentralDevice): void {
  const { records, stores } = parts;
  for (const conflict of stores.conflicts.openOfDevice(key)) {
    if (conflict.kind !== 'enrolment') continue;
    const order = doubtfulOrder(parts, conflict);
    const isAnswered = order === undefined ? conflict.there === null : order.androidId !== device.androidId;
    if (!isAnswered) continue;
    stores.conflicts.resolve(conflict.key, 'here', records.core.clock.now());
    stores.outbox.setHeld(key, false);
  }
}

function otherOf(device: CentralDevice): OtherHeadset {
  const { id, label, type, origin, enrolmentId, enrolledAt, lastHeartbeatAt } = device;
  const model = type?.['name'];
  return {
    slotId: id,
    slotLabel: label ?? null,
    model: typeof model === 'string' ? model.slice(0, 128) : null,
    station: origin?.station ?? null,
    by: origin?.by ?? null,
    profile: origin?.profile ?? null,
    enrolmentId: enrolmentId ?? null,
    enrolledAt: origin?.startedAt ?? enrolledAt ?? null,
    lastHeartbeatAt: lastHeartbeatAt ?? null,
  };
}

/** Path of enrolment conflicts, which unlike others are not about a value. */
const ENROLMENT_PATH = ['enrolment'];

/** Reverses `archiveRemoved`, because the central has the device again. */
export function restoreArchived(
  { records, stores }: SyncParts,
  record: DeviceRecord,
  afterCommit: AfterCommit,
): void {
  stores.links.set(record.key, { gone: null, goneAtMs: null, syncedRevision: -1 });
  const order = records.pending.unenrolment(record.key);
  if (order !== undefined && !records.pending.hasReceivedUnenrolment(record.key))
    records.pending.cancel(record.key, order, afterCommit);
  if (!record.isArchived || record.replacedBy !== null) return;
  stores.outbox.withoutOutbox(() => {
    if (hasOtherSlot(records, record)) releaseHeadset(records, record, afterCommit);
    records.devices.setArchived(record.key, false);
  });
  noteRestored(records, record, afterCommit);
}

/**
 * Restores a record that was archived because its headset moved, if the central still has the slot and no step of the
 * move is pending or in progress there. Its headset is the one that the central has there.
 */
export function restoreMoved(
  parts: SyncParts,
  record: DeviceRecord,
  device: CentralDevice,
  afterCommit: AfterCommit,
): void {
  const { records, stores } = parts;
  const { androidId, key } = record;
  const { androidId: there } = device;
  const link = stores.links.find(key);
  if (!record.isArchived || stores.outbox.ofDevice(key).length > 0) return;
  if (link !== undefined && isReleasing(parts, link, device)) return;
  const headset = androidIdSchema.safeParse(there === androidId ? androidId : null).data;
  if (headset !== undefined && !leaveOthers(parts, record, headset, afterCommit)) return;
  stores.outbox.withoutOutbox(() => {
    if (androidId !== null && there !== androidId) releaseHeadset(records, record, afterCommit);
    records.devices.setArchived(key, false);
  });
  if (there === androidId && !isKnownHere(records, device))
    adoptEnrolment(parts, record, device, afterCommit);
  stores.links.set(key, { syncedRevision: -1 });
  noteRestored(records, record, afterCommit);
}

function isKnownHere({ enrolments }: Records, { enrolmentId }: CentralDevice): boolean {
  return typeof enrolmentId !== 'string' || enrolments.byId(enrolmentId) !== undefined;
}

function noteRestored(records: Records, record: DeviceRecord, afterCommit: AfterCommit): void {
  const nowMs = records.core.clock.now();
  recordEvent(records.events, record.key, { type: 'DEVICE_RESTORED', payload: {} }, nowMs);
  announceArchived(records, record, { isArchived: false, archivedBecause: null }, afterCommit);
}

function announceArchived(
  records: Records,
  record: DeviceRecord,
  device: { readonly isArchived: boolean; readonly archivedBecause: RemovalReason | null },
  afterCommit: AfterCommit,
): void {
  const { isArchived } = device;
  afterCommit(() => announceDevice(records, record, { device, headset: { isArchived } }));
}

/** Deletes all sync data of a device that exists on neither side, inside the caller's transaction. */
export function removeLink(parts: SyncParts, deviceKey: number): void {
  unlink(parts, deviceKey);
  parts.stores.conflicts.removeOf(deviceKey);
}

/** Ends the syncing of a device but keeps its conflicts, inside the caller's transaction. */
export function unlink({ stores }: SyncParts, deviceKey: number): void {
  stores.links.remove(deviceKey);
  stores.links.removeBase(deviceKey);
  stores.outbox.removeOf(deviceKey);
  stores.trouble.clearOf(deviceKey);
}
