import { randomBytes } from 'node:crypto';

import type { DeviceId } from '../../../../shared/contract/ids.ts';
import type { Side } from '../../../../shared/domain/sync/desired.ts';
import { Failure } from '../../kernel/failure.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { type DeviceRecord, removeDevice } from '../../devices/index.ts';
import type { Conflict } from './conflict-store.ts';
import { orderUnenrolment } from '../../enrolment/index.ts';
import { giveSlotUp, handOverWanted, tieTo } from '../lifecycle/give-up.ts';
import { archiveGone, forgetLink, restoreGone, settleMoot } from '../lifecycle/gone.ts';
import type { Standing } from '../merge/link-store.ts';
import type { SyncParts } from '../engine/parts.ts';
import { unsealValue } from './values.ts';

/** A side, or a value of one's own. */
export type Choice = {
  readonly take: Side;
  readonly value?: unknown;
  /** The slot that the headset that gives way gets. */
  readonly slotId?: DeviceId | undefined;
};

export type Refused = Failure<'CONFLICT' | 'VALIDATION_FAILED'>;

/**
 * Decides who has a place that two headsets took, inside the caller's transaction. `here`: the headset that the central has
 * there is un-enrolled, then this one is enrolled. `there`: this record is tied to the central no more, and the central's
 * comes as one of its own. Either can be turned round until the headset that gives way was told.
 */
export function resolveEnrolment(
  parts: SyncParts,
  conflict: Conflict,
  { record, decision: { take, value, slotId } }: { readonly record: DeviceRecord; readonly decision: Choice },
  afterCommit: AfterCommit,
): Refused | undefined {
  if (value !== undefined) {
    const message = 'One of the two headsets must get the slot.';
    return new Failure('VALIDATION_FAILED', message, { details: [{ path: 'value', message }] });
  }
  if (conflict.resolvedAtMs !== null && conflict.taken === take) return undefined;
  const reason = whyFinal(parts, conflict);
  if (reason !== undefined) return new Failure('CONFLICT', reason);
  // The headset has left the slot since: there is nothing to decide any more.
  if (conflict.resolvedAtMs === null && parts.records.enrolments.open(record.key) === undefined) {
    settleMoot(parts, record);
    return undefined;
  }
  const isSlotGone = unsealValue(conflict.there, parts.records.core.vault) === undefined;
  if (isSlotGone) {
    if (take === 'there') leaveGone(parts, record, afterCommit);
    else keepAlone(parts, record);
    return undefined;
  }
  const free = slotId === undefined ? undefined : findFree(parts, slotId);
  if (free instanceof Failure) return free;
  if (take === 'here') claim(parts, conflict, { record, free }, afterCommit);
  else if (free === undefined) giveUp(parts, record, afterCommit);
  else moveTo(parts, { record, free }, afterCommit);
  return undefined;
}

/** The slot is gone at the central: the headset in it is told to leave. */
function leaveGone(parts: SyncParts, record: DeviceRecord, afterCommit: AfterCommit): void {
  const { records, stores } = parts;
  stores.outbox.removeOf(record.key);
  orderUnenrolment(records, record, afterCommit);
  afterCommit(() => parts.handOver(record.key));
  archiveGone(parts, record, 'DELETED', afterCommit);
}

/** The slot is gone at the central: the headset in it goes on at this station alone. */
function keepAlone({ stores }: SyncParts, { key }: DeviceRecord): void {
  stores.links.remove(key);
  stores.links.removeBase(key);
  stores.outbox.removeOf(key);
  stores.trouble.clearOf(key);
}

/**
 * Decides what becomes of a slot that was deleted here and holds a headset, or is there again, at the central. `here`: it is
 * deleted there as well. `there`: the central's record comes as a device of its own.
 */
export function resolveDeleted(
  { records, stores }: SyncParts,
  conflict: Conflict,
  take: Side,
): Refused | undefined {
  const { deviceKey, upstreamId } = conflict;
  const reason = upstreamId === null ? 'It is not known any more which slot this was about.' : undefined;
  if (conflict.resolvedAtMs !== null || reason !== undefined)
    return new Failure('CONFLICT', reason ?? 'This was decided already.');
  stores.outbox.removeOf(deviceKey);
  if (take === 'there') {
    stores.links.remove(deviceKey);
    stores.links.removeBase(deviceKey);
    return undefined;
  }
  const there = unsealValue(conflict.there, records.core.vault);
  const androidId = typeof there === 'string' ? there : null;
  if (upstreamId !== null && stores.links.find(deviceKey) === undefined)
    stores.links.add(deviceKey, upstreamId);
  // What the person has seen is what is deleted: another headset in it would be asked for again.
  stores.links.set(deviceKey, { upstreamAndroidId: androidId, upstreamEnrolment: null, gone: null });
  const createdAtMs = records.core.clock.now();
  stores.outbox.add({ deviceKey, kind: 'delete', androidId, createdAtMs, enrolmentKey: null });
  return undefined;
}

/** Why a decided conflict cannot be turned round any more; undefined where it can, or was not decided. */
export function whyFinal(parts: SyncParts, conflict: Conflict): string | undefined {
  if (conflict.resolvedAtMs === null) return undefined;
  const { records, stores } = parts;
  if (records.devices.findByKey(conflict.deviceKey) === undefined)
    return 'The device of this conflict was deleted.';
  if (conflict.kind === 'enrolment' && conflict.there === null)
    return 'This slot is not at the central any more.';
  if (conflict.kind === 'field') return undefined;
  if (conflict.upstreamId === null) return 'The slot of this conflict is no longer known.';
  if (conflict.taken === 'here') {
    const isUntold = stores.outbox
      .ofDevice(conflict.deviceKey)
      .some(({ kind, attempts }) => kind === 'unenrol' && attempts === 0);
    return isUntold ? undefined : 'The other headset was already un-enrolled. Enrol it again where it is.';
  }
  const own = stores.links.find(conflict.deviceKey);
  if (own === undefined || own.upstreamId !== null) return 'This device has moved to another slot.';
  const record = records.devices.findByKey(conflict.deviceKey);
  const here = unsealValue(conflict.here, records.core.vault);
  if (record?.androidId !== here || records.pending.hasHeardToLeave(conflict.deviceKey))
    return 'The headset was told to leave. Enrol it again where it shall be.';
  const other = stores.links.findByUpstream(conflict.upstreamId);
  return other !== undefined && isAtWork(parts, other)
    ? 'The other headset works with this station by now. Un-enrol it first.'
    : undefined;
}

/** True for a record whose headset was heard of here: it is no mere mirror of the central's. */
function isAtWork({ records }: SyncParts, { deviceKey }: Standing): boolean {
  return records.reports.report(deviceKey).lastHeartbeatAtMs !== null;
}

/**
 * The headset here is told to leave. Slots that it left for this one, and of which the central does not know yet, are free
 * again on both sides.
 */
function giveUp(parts: SyncParts, record: DeviceRecord, afterCommit: AfterCommit): void {
  const { records, stores } = parts;
  stores.outbox.removeOf(record.key);
  giveSlotUp(parts, record, afterCommit);
  for (const left of records.devices.replacedBy(record.id)) {
    const move = stores.outbox.ofDevice(left).find(({ kind }) => kind === 'replace');
    if (move === undefined) continue;
    stores.outbox.quietly(() => {
      records.devices.release(left, randomBytes(24).toString('base64url'));
      records.devices.setArchived(left, false);
    });
    stores.outbox.remove(move.key);
    const { androidId, enrolmentKey, createdAtMs } = move;
    stores.outbox.add({ deviceKey: left, kind: 'unenrol', androidId, enrolmentKey, createdAtMs });
  }
}

/** A slot that both sides know as free. */
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
    stores.outbox.ofDevice(record.key).length === 0;
  return isFree ? record : new Failure('CONFLICT', 'That slot is not free any more. Choose another one.');
}

/**
 * The headset here goes on in the free slot, with its settings and its history: its record is tied to that one from here on.
 * The slot that it leaves comes as a record of its own.
 */
function moveTo(
  parts: SyncParts,
  { record, free }: { readonly record: DeviceRecord; readonly free: DeviceRecord },
  afterCommit: AfterCommit,
): void {
  const { records, stores } = parts;
  tieTo(parts, { record, slot: free, takes: 'headset' }, afterCommit);
  const { key: deviceKey, androidId } = record;
  const createdAtMs = records.core.clock.now();
  const enrolmentKey = records.enrolments.open(deviceKey)?.key ?? null;
  stores.outbox.add({ deviceKey, kind: 'enrol', androidId, createdAtMs, enrolmentKey });
}

function claim(
  parts: SyncParts,
  conflict: Conflict,
  { record, free }: { readonly record: DeviceRecord; readonly free: DeviceRecord | undefined },
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
    takeBack(parts, { record, upstreamId }, afterCommit);
  links.set(deviceKey, { upstreamAndroidId: other });
  const createdAtMs = records.core.clock.now();
  // The enrolment that the person has seen there: it has no name here.
  links.set(deviceKey, { upstreamEnrolment: null });
  if (other !== null && other !== androidId)
    outbox.add({ deviceKey, kind: 'unenrol', androidId: other, createdAtMs, enrolmentKey: null });
  // The other headset's station sees there that its headset has another slot now, and goes on with it in that.
  if (other !== null && other !== androidId && free !== undefined)
    outbox.add({ deviceKey: free.key, kind: 'enrol', androidId: other, createdAtMs, enrolmentKey: null });
  const enrolmentKey = records.enrolments.open(deviceKey)?.key ?? null;
  if (androidId !== null) outbox.add({ deviceKey, kind: 'enrol', androidId, createdAtMs, enrolmentKey });
}

/** Ties a device again to the place that it had given up; the record that came for the other headset goes. */
function takeBack(
  parts: SyncParts,
  { record, upstreamId }: { readonly record: DeviceRecord; readonly upstreamId: string },
  afterCommit: AfterCommit,
): void {
  const { records, stores } = parts;
  const deviceKey = record.key;
  const order = records.pending.unenrolment(deviceKey);
  if (order !== undefined) records.pending.cancel(deviceKey, order, afterCommit);
  restoreGone(parts, record, afterCommit);
  const other = stores.links.findByUpstream(upstreamId);
  if (other !== undefined) {
    const mirror = records.devices.findByKey(other.deviceKey);
    if (mirror !== undefined) handOverWanted(parts, { from: mirror, to: record }, afterCommit);
    if (mirror !== undefined) stores.outbox.quietly(() => removeDevice(records, mirror, afterCommit));
    forgetLink(parts, other.deviceKey);
  }
  stores.links.set(deviceKey, {
    upstreamId,
    gone: null,
    goneAtMs: null,
    isBehind: true,
    syncedRevision: -1,
    listed: null,
  });
}
