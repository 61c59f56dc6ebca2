import type { DeviceRecord } from '../../devices/index.ts';
import { releaseHeadset } from '../../enrolment/index.ts';
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

/**
 * Records that the open enrolment of a record is the central's: its headset may have been enrolled at another station. If
 * it still calls this one, it becomes this one's again; one that is connected has not left. Runs inside the caller's
 * transaction.
 */
export function adoptEnrolment(
  { records }: SyncParts,
  { key, id }: DeviceRecord,
  { enrolmentId, origin }: CentralDevice,
): void {
  if (records.core.links.isLinked(id)) return;
  const name = enrolmentId ?? records.enrolments.open(key)?.id;
  if (name !== undefined) records.enrolments.name(key, name, true);
  if (origin !== undefined) records.enrolments.setOrigin(key, origin);
  records.reports.clearAddress(key);
}
