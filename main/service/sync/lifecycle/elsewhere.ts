import { type AndroidId, androidIdSchema } from '../../../../shared/contract/ids.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { CENTRAL_AUTHOR } from '../../devices/registry/index.ts';
import { releaseHeadset } from '../../commands/index.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { CentralDevice } from '../client/readers.ts';
import type { SyncParts } from '../records/parts.ts';

/**
 * Frees a slot whose headset has another one at the central, if it is being un-enrolled here: it has left this slot for
 * that one, and may never call here again. Returns whether it did. Runs inside the caller's transaction.
 */
export function releaseIfLeft(
  { records, stores }: SyncParts,
  record: DeviceRecord,
  androidId: string,
  afterCommit: AfterCommit,
): boolean {
  if (record.androidId !== androidId || records.pending.unenrolment(record.key) === undefined) return false;
  stores.outbox.withoutOutbox(() => releaseHeadset(records, record, afterCommit));
  stores.links.set(record.key, { isStale: true });
  return true;
}

/** Returns the slots other than that of a record in which a headset is enrolled here. */
function otherSlots(
  { devices }: Records,
  { key, enterpriseId }: DeviceRecord,
  androidId: AndroidId,
): DeviceRecord[] {
  return devices
    .findByAndroidId(androidId)
    .filter((each) => each.enterpriseId === enterpriseId && each.key !== key);
}

/** True if the headset of a record is enrolled in another slot here. */
export function hasOtherSlot(records: Records, record: DeviceRecord): boolean {
  const headset = androidIdSchema.safeParse(record.androidId).data;
  return headset !== undefined && otherSlots(records, record, headset).length > 0;
}

/**
 * Frees the other slots of a headset that the central has in this one, if it is being un-enrolled from them anyway: it has
 * left them for this one. Returns whether it has no other slot now. Runs inside the caller's transaction.
 */
export function leaveOthers(
  { records, stores }: SyncParts,
  record: DeviceRecord,
  androidId: AndroidId,
  afterCommit: AfterCommit,
): boolean {
  const others = otherSlots(records, record, androidId);
  const leaving = others.filter(
    (each) =>
      records.pending.unenrolment(each.key) !== undefined && stores.outbox.ofDevice(each.key).length === 0,
  );
  for (const other of leaving) stores.outbox.withoutOutbox(() => releaseHeadset(records, other, afterCommit));
  return others.length === leaving.length;
}

/**
 * Records that the open enrolment of a record is the central's: its headset may have been enrolled at another station. If
 * it still calls this one, it becomes this one's again; one that is connected has not left. Runs inside the caller's
 * transaction.
 */
export function adoptEnrolment(
  parts: SyncParts,
  { key, id }: DeviceRecord,
  { enrolmentId, origin }: CentralDevice,
  afterCommit: AfterCommit,
): void {
  const { enrolments, core } = parts.records;
  if (core.links.isLinked(id)) return;
  const name = enrolmentId ?? enrolments.open(key)?.id;
  if (name !== undefined) enrolments.name(key, name, true);
  if (origin !== undefined) enrolments.setOrigin(key, origin);
  endOwn(parts, key, afterCommit);
}

/**
 * Records that the headset of a record has a newer enrolment in the same slot at the central, where another station
 * enrolled it. Returns false if the enrolment is known. Runs inside the caller's transaction.
 */
export function succeedOwn(
  parts: SyncParts,
  key: number,
  enrolmentId: string,
  afterCommit: AfterCommit,
): boolean {
  const { enrolments, core } = parts.records;
  if (!enrolments.succeed(key, enrolmentId, core.clock.now(), CENTRAL_AUTHOR)) return false;
  endOwn(parts, key, afterCommit);
  return true;
}

/** An order was for the enrolment that this station had made; a headset that has received it is still here. */
function endOwn({ records }: SyncParts, key: number, afterCommit: AfterCommit): void {
  const order = records.pending.unenrolment(key);
  if (order !== undefined && records.pending.hasReceivedUnenrolment(key)) return;
  if (order !== undefined) records.pending.cancel(key, order, afterCommit);
  records.reports.clearAddress(key);
}
