import { androidIdSchema } from '../../../../shared/contract/ids.ts';
import { slotChange } from '../rules/central-slot.ts';
import { toInstant } from '../../kernel/clock.ts';
import type { CentralDevice } from '../client/readers.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { announceDevice } from '../../devices/live/index.ts';
import { releaseHeadset } from '../../commands/index.ts';
import { orderUnenrolment } from '../../enrolment/index.ts';
import { isActiveHere } from './active-here.ts';
import { followHeadset, detachSlot } from './detach-slot.ts';
import { leaveOthers, succeedOwn } from './elsewhere.ts';
import { isTakenOver } from './origin.ts';
import { isReleaseRecent, remoteSlot } from './release.ts';
import type { Link } from '../records/link-store.ts';
import type { SyncParts } from '../records/parts.ts';

type SlotPair = { readonly link: Link; readonly device: CentralDevice; readonly record: DeviceRecord };

/**
 * Applies the central's enrolment to the local record, inside the caller's transaction. Local changes that are still in
 * the outbox stay. `same`: both sides agree. `waits`: undecided until the next read. `gone`: the slot continues in
 * another record.
 */
export function settleHeadset(
  parts: SyncParts,
  seen: SlotPair,
  afterCommit: AfterCommit,
): 'same' | 'waits' | 'gone' {
  const { records, stores } = parts;
  const { device, record } = seen;
  if (stores.outbox.ofDevice(record.key).length > 0) return 'waits';
  // Its headset has moved to another slot here: whatever the central has in this one was not agreed.
  if (record.isArchived) return 'waits';
  switch (slotChange(remoteSlot(device), localSlot(parts, seen))) {
    case 'same':
      adoptName(parts, record, device, afterCommit);
      adoptToken(parts, record, device);
      return 'same';
    case 'lettingGo':
      return 'waits';
    case 'left':
      return unenrolledRemotely(parts, record, afterCommit);
    case 'enrolled':
      if (followHeadset(parts, record, device, afterCommit)) return 'gone';
      return enrolledRemotely(parts, record, device, afterCommit);
    case 'taken':
      if (!isActiveHere(parts, record)) {
        // The former headset has never been here; the record was only a copy of the central's.
        stores.outbox.withoutOutbox(() => releaseHeadset(records, record, afterCommit));
        return enrolledRemotely(parts, record, device, afterCommit);
      }
      detachSlot(parts, record, afterCommit);
      return 'gone';
  }
}

function localSlot(parts: SyncParts, { link, device, record }: SlotPair) {
  const { records } = parts;
  const named = typeof device.enrolmentId === 'string' ? records.enrolments.byId(device.enrolmentId) : null;
  return {
    headset: record.androidId,
    seen: { headset: link.upstreamAndroidId, enrolment: link.upstreamEnrolment },
    hasEnded: named?.deviceKey === record.key && named.endedAtMs !== null,
    isReleasing: isReleaseRecent(parts, link),
  };
}

/** The headset was un-enrolled at the central: orders it to un-enrol, which only this station can do. */
function unenrolledRemotely(parts: SyncParts, record: DeviceRecord, afterCommit: AfterCommit): 'same' {
  const { records, stores, sendPending } = parts;
  if (isActiveHere(parts, record)) {
    if (records.pending.unenrolment(record.key) === undefined) {
      orderUnenrolment(records, record, afterCommit);
      afterCommit(() => sendPending(record.key));
    }
  } else {
    stores.outbox.withoutOutbox(() => releaseHeadset(records, record, afterCommit));
  }
  return 'same';
}

function enrolledRemotely(
  parts: SyncParts,
  record: DeviceRecord,
  device: CentralDevice,
  afterCommit: AfterCommit,
): 'same' | 'waits' {
  const { records, stores, echoes } = parts;
  const androidId = androidIdSchema.safeParse(device.androidId).data;
  if (androidId === undefined) return 'waits';
  // Another local record has this headset: that one is settled first, and the next run reads this one again.
  if (!leaveOthers(parts, record, androidId, afterCommit)) {
    echoes.add(device.id);
    return 'waits';
  }
  const nowMs = records.core.clock.now();
  stores.outbox.withoutOutbox(() => records.devices.enrol(record.key, androidId, nowMs));
  const name = device.enrolmentId ?? records.enrolments.open(record.key)?.id;
  if (name !== undefined) records.enrolments.name(record.key, name, true);
  if (device.origin !== undefined) records.enrolments.setOrigin(record.key, device.origin);
  const changed = { androidId, enrolledAt: toInstant(nowMs) };
  afterCommit(() =>
    announceDevice(records, record, {
      device: { ...changed, temporaryVerificationCode: null },
      headset: changed,
    }),
  );
  return 'same';
}

/** Both sides have the same headset: adopts the central's id of the enrolment. */
function adoptName(
  parts: SyncParts,
  record: DeviceRecord,
  device: CentralDevice,
  afterCommit: AfterCommit,
): void {
  const { records, stores } = parts;
  const { enrolmentId } = device;
  if (enrolmentId === undefined) return;
  if (enrolmentId !== null) {
    const isFirst = (stores.links.find(record.key)?.upstreamEnrolment ?? null) === null;
    if (isFirst) records.enrolments.name(record.key, enrolmentId);
    else if (!succeedOwn(parts, record.key, enrolmentId, afterCommit))
      reportTakenOver(parts, record, enrolmentId);
  }
  stores.links.set(record.key, { upstreamEnrolment: enrolmentId });
}

/** The headset of another station has enrolled here since, in the same slot: the central still names its former one. */
function reportTakenOver({ records, stores }: SyncParts, { key }: DeviceRecord, enrolmentId: string): void {
  const open = records.enrolments.open(key);
  if (open === undefined || !isTakenOver(records.enrolments, open, enrolmentId)) return;
  stores.outbox.add({
    deviceKey: key,
    kind: 'enrol',
    androidId: open.androidId,
    createdAtMs: records.core.clock.now(),
    enrolmentKey: open.key,
  });
}

/** Adopts a token that was renewed at the central, so that labels printed there work here. */
function adoptToken({ records, stores }: SyncParts, record: DeviceRecord, device: CentralDevice): void {
  const { enrollmentToken: token } = device;
  if (record.androidId !== null || token === null || token === record.enrollmentToken) return;
  if (token.length > 512 || stores.links.find(record.key)?.upstreamToken === token) return;
  records.devices.setEnrollmentToken(record.key, token);
}
