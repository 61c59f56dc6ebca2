import type { DeviceId } from '../../../../shared/contract/ids.ts';
import type { Side } from '../rules/desired.ts';
import { Failure } from '../../kernel/failure.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { newEnrolmentToken } from '../../devices/registry/index.ts';
import { removeDevice } from '../../devices/changes/index.ts';
import type { Conflict } from '../records/conflict-store.ts';
import { orderUnenrolment } from '../../enrolment/index.ts';
import { detachSlot, transferDesired, linkToSlot, preserveSlot } from '../lifecycle/detach-slot.ts';
import {
  archiveRemoved,
  closeObsoleteConflicts,
  doubtfulOrder,
  removeLink,
  restoreArchived,
  unlink,
} from '../lifecycle/archive.ts';
import { hasOtherSlot, releaseIfLeft } from '../lifecycle/elsewhere.ts';
import { isDirty, type LinkedDevice } from '../records/link-store.ts';
import type { SyncParts } from '../records/parts.ts';
import { unsealValue } from '../records/values.ts';

/** A side, or another value. */
export type Choice = {
  readonly take: Side;
  readonly value?: unknown;
  /** A free slot for the headset that loses the conflict. */
  readonly slotId?: DeviceId | undefined;
};

export type Refused = Failure<'CONFLICT' | 'VALIDATION_FAILED'>;

/**
 * Decides which of two headsets gets a slot, inside the caller's transaction. `here`: the central's headset is
 * un-enrolled there, then the local one is enrolled. `there`: the local record is unlinked and the central's record
 * arrives as a new one. Either can be reversed until the losing headset has received its order.
 */
export function resolveEnrolment(
  parts: SyncParts,
  conflict: Conflict,
  {
    record,
    decision: { take, value, slotId },
    nowMs,
  }: { readonly record: DeviceRecord; readonly decision: Choice; readonly nowMs: number },
  afterCommit: AfterCommit,
): Refused | undefined {
  if (value !== undefined) {
    const message = 'One of the two headsets must get the slot.';
    return new Failure('VALIDATION_FAILED', message, { details: [{ path: 'value', message }] });
  }
  if (conflict.resolvedAtMs !== null && conflict.taken === take) return undefined;
  const reason = finalReason(parts, conflict);
  if (reason !== undefined) return new Failure('CONFLICT', reason);
  // The headset has left the slot since, so there is nothing to decide.
  const there = unsealValue(conflict.there, parts.records.core.vault);
  if (conflict.resolvedAtMs === null && typeof there === 'string')
    releaseIfLeft(parts, record, there, afterCommit);
  const isEmpty = parts.records.enrolments.open(record.key) === undefined;
  const isDoubtful = doubtfulOrder(parts, conflict) !== undefined;
  if (conflict.resolvedAtMs === null && isEmpty && !isDoubtful) {
    closeObsoleteConflicts(parts, record);
    return undefined;
  }
  if (there === undefined) {
    if (take === 'there') unenrolFromDeletedSlot(parts, record, afterCommit);
    // Its headset stays on this station only.
    else unlink(parts, record.key);
    return undefined;
  }
  const free = slotId === undefined ? undefined : findFree(parts, slotId);
  if (free instanceof Failure) return free;
  if (take === 'here') claim(parts, conflict, { record, free, nowMs }, afterCommit);
  else if (isEmpty) leaveToCentral(parts, record);
  else if (free === undefined) unenrolLocally(parts, record, afterCommit);
  else moveTo(parts, { record, free }, afterCommit);
  return undefined;
}

/** Returns the enrolment in the slot that the person saw: an order is for this one only. Null if it has no id. */
function seenEnrolment({ about, upstreamId }: Conflict): string | null {
  return about !== null && about.slotId === upstreamId ? about.enrolmentId : null;
}

/** Nobody is in the slot here: the next read takes over the headset that the central has in it. */
function leaveToCentral({ stores }: SyncParts, { key }: DeviceRecord): void {
  stores.outbox.removeOf(key);
  stores.links.set(key, { isStale: true, releasedAtMs: null });
}

/** The slot was deleted at the central: orders its headset to un-enrol. */
function unenrolFromDeletedSlot(parts: SyncParts, record: DeviceRecord, afterCommit: AfterCommit): void {
  const { records, stores } = parts;
  stores.outbox.removeOf(record.key);
  orderUnenrolment(records, record, afterCommit);
  afterCommit(() => parts.sendPending(record.key));
  archiveRemoved(parts, record, 'DELETED', afterCommit);
}

/**
 * Decides about a slot that was deleted here while a headset is enrolled in it at the central. `here`: it is deleted
 * there as well. `there`: the central's record arrives as a new device.
 */
export function resolveDeleted(parts: SyncParts, conflict: Conflict, take: Side): Refused | undefined {
  const { records, stores } = parts;
  const { deviceKey, upstreamId } = conflict;
  const reason = upstreamId === null ? 'The slot of this conflict is no longer known.' : undefined;
  if (conflict.resolvedAtMs !== null || reason !== undefined)
    return new Failure('CONFLICT', reason ?? 'This conflict is already decided.');
  if (take === 'there') {
    unlink(parts, deviceKey);
    return undefined;
  }
  stores.outbox.removeOf(deviceKey);
  const there = unsealValue(conflict.there, records.core.vault);
  const androidId = typeof there === 'string' ? there : null;
  if (upstreamId !== null && stores.links.find(deviceKey) === undefined)
    stores.links.add(deviceKey, upstreamId);
  // Delete only what the person has seen: with another headset in the slot, they are asked again.
  stores.links.set(deviceKey, {
    upstreamAndroidId: androidId,
    upstreamEnrolment: seenEnrolment(conflict),
    gone: null,
  });
  const createdAtMs = records.core.clock.now();
  stores.outbox.add({ deviceKey, kind: 'delete', androidId, createdAtMs, enrolmentKey: null });
  return undefined;
}

/** Returns why a decision can no longer be reversed; undefined if it can, or if there is none yet. */
export function finalReason(parts: SyncParts, conflict: Conflict): string | undefined {
  if (conflict.resolvedAtMs === null) return undefined;
  const { records, stores } = parts;
  if (records.devices.findByKey(conflict.deviceKey) === undefined)
    return 'The device of this conflict was deleted.';
  if (conflict.kind === 'enrolment' && conflict.there === null)
    return 'This slot no longer exists at the central.';
  if (conflict.kind === 'field') return undefined;
  if (conflict.upstreamId === null) return 'The slot of this conflict is no longer known.';
  if (conflict.taken === 'here') {
    const isUnsent = stores.outbox
      .ofDevice(conflict.deviceKey)
      .some(({ kind, attempts }) => kind === 'unenrol' && attempts === 0);
    return isUnsent ? undefined : 'The other headset was already un-enrolled. Enrol it again at its station.';
  }
  const own = stores.links.find(conflict.deviceKey);
  if (own === undefined || own.upstreamId !== null) return 'This device has moved to another slot.';
  const record = records.devices.findByKey(conflict.deviceKey);
  const here = unsealValue(conflict.here, records.core.vault);
  if (record !== undefined && hasOtherSlot(records, record)) return 'This device has moved to another slot.';
  if (record?.androidId !== here || records.pending.hasReceivedUnenrolment(conflict.deviceKey))
    return 'The headset has received its order to un-enrol. Enrol it again in the right slot.';
  const other = stores.links.findByUpstream(conflict.upstreamId);
  return other !== undefined && hasReportedHere(parts, other)
    ? 'The other headset now uses this station. Un-enrol it first.'
    : undefined;
}

/** True if the headset has reported to this station, so the record is more than a copy of the central's. */
function hasReportedHere({ records }: SyncParts, { deviceKey }: LinkedDevice): boolean {
  return records.reports.report(deviceKey).lastHeartbeatAtMs !== null;
}

/**
 * Orders the local headset to un-enrol. Slots that it left for this one become free again on both sides, if the central
 * does not know of the move yet.
 */
function unenrolLocally(parts: SyncParts, record: DeviceRecord, afterCommit: AfterCommit): void {
  const { records, stores } = parts;
  stores.outbox.removeOf(record.key);
  detachSlot(parts, record, afterCommit);
  for (const left of records.devices.replacedBy(record.id)) {
    const move = stores.outbox.ofDevice(left).find(({ kind }) => kind === 'replace');
    if (move === undefined) continue;
    stores.outbox.withoutOutbox(() => {
      records.devices.release(left, newEnrolmentToken());
      records.devices.setArchived(left, false);
    });
    stores.outbox.remove(move.key);
    const { androidId, enrolmentKey, createdAtMs } = move;
    stores.outbox.add({ deviceKey: left, kind: 'unenrol', androidId, enrolmentKey, createdAtMs });
  }
}

/** Finds a slot that is free on both sides, and without edits that would go with its record. */
function findFree({ records, stores }: SyncParts, slotId: DeviceId): DeviceRecord | Refused {
  const record = records.devices.find(slotId);
  const link = record === undefined ? undefined : stores.links.find(record.key);
  const isFree =
    record !== undefined &&
    record.androidId === null &&
    !record.isArchived &&
    link !== undefined &&
    link.upstreamId !== null &&
    link.gone === null &&
    !isDirty(link) &&
    stores.outbox.ofDevice(record.key).length === 0;
  return isFree ? record : new Failure('CONFLICT', 'That slot is no longer free. Choose another one.');
}

/**
 * Moves the local headset to the free slot with its settings and history: its record is linked to that slot from now
 * on. The slot that it leaves goes on in a new record, with its pending edits and conflicts.
 */
function moveTo(
  parts: SyncParts,
  { record, free }: { readonly record: DeviceRecord; readonly free: DeviceRecord },
  afterCommit: AfterCommit,
): void {
  const { records, stores } = parts;
  const { upstreamId = null } = stores.links.find(record.key) ?? {};
  if (upstreamId !== null) {
    stores.links.set(record.key, { upstreamId: null, reportsTo: upstreamId });
    preserveSlot(parts, record, afterCommit);
  }
  linkToSlot(parts, { record, slot: free, takes: 'headset' }, afterCommit);
  const { key: deviceKey, androidId } = record;
  const createdAtMs = records.core.clock.now();
  const enrolmentKey = records.enrolments.open(deviceKey)?.key ?? null;
  stores.outbox.add({ deviceKey, kind: 'enrol', androidId, createdAtMs, enrolmentKey });
}

function claim(
  parts: SyncParts,
  conflict: Conflict,
  {
    record,
    free,
    nowMs: createdAtMs,
  }: { readonly record: DeviceRecord; readonly free: DeviceRecord | undefined; readonly nowMs: number },
  afterCommit: AfterCommit,
): void {
  const { records, stores } = parts;
  const { key: deviceKey, androidId } = record;
  const { outbox, links } = stores;
  const { upstreamId } = conflict;
  outbox.removeOf(deviceKey);
  const there = unsealValue(conflict.there, records.core.vault);
  const other = typeof there === 'string' ? there : null;
  if (upstreamId !== null && links.find(deviceKey)?.upstreamId === null)
    cancelOrder(parts, { record, upstreamId }, afterCommit);
  links.set(deviceKey, { upstreamAndroidId: other, upstreamEnrolment: seenEnrolment(conflict) });
  if (other !== null && other !== androidId)
    outbox.add({ deviceKey, kind: 'unenrol', androidId: other, createdAtMs, enrolmentKey: null });
  // The other headset's station will read that its headset has another slot, and follow it there.
  if (other !== null && other !== androidId && free !== undefined)
    outbox.add({ deviceKey: free.key, kind: 'enrol', androidId: other, createdAtMs, enrolmentKey: null });
  const enrolmentKey = records.enrolments.open(deviceKey)?.key ?? null;
  if (androidId !== null) outbox.add({ deviceKey, kind: 'enrol', androidId, createdAtMs, enrolmentKey });
}

/** Links a device again to the slot that it had given up, and deletes the record that arrived for the other headset. */
function cancelOrder(
  parts: SyncParts,
  { record, upstreamId }: { readonly record: DeviceRecord; readonly upstreamId: string },
  afterCommit: AfterCommit,
): void {
  const { records, stores } = parts;
  const deviceKey = record.key;
  const order = records.pending.unenrolment(deviceKey);
  if (order !== undefined) records.pending.cancel(deviceKey, order, afterCommit);
  restoreArchived(parts, record, afterCommit);
  const other = stores.links.findByUpstream(upstreamId);
  if (other !== undefined) {
    const mirror = records.devices.findByKey(other.deviceKey);
    const slotId = mirror === undefined ? undefined : records.devices.slotIdOf(mirror);
    if (mirror !== undefined) transferDesired(parts, { from: mirror, to: record }, afterCommit);
    if (mirror !== undefined) stores.outbox.withoutOutbox(() => removeDevice(records, mirror, afterCommit));
    removeLink(parts, other.deviceKey);
    if (slotId !== undefined) records.devices.setSlot(deviceKey, slotId);
  }
  stores.links.set(deviceKey, {
    upstreamId,
    gone: null,
    goneAtMs: null,
    isStale: true,
    syncedRevision: -1,
    listed: null,
  });
}
