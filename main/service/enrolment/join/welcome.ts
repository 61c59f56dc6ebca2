import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { assignProfile } from '../../configuration/index.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { transferSlot } from './replace.ts';
import type { EnrolmentRecords } from './records.ts';

/**
 * Transfers to a newly enrolled headset what its earlier records had, and applies the profile pending for the slot,
 * inside the caller's transaction. Returns the new record.
 */
export function transferFromReplaced(
  records: EnrolmentRecords,
  record: DeviceRecord,
  replaced: readonly DeviceRecord[],
  afterCommit: AfterCommit,
): DeviceRecord {
  const { groups, profiles } = records;
  const transferred = replaced.reduce(
    (to, from) => transferSlot(records, groups, { from, to }, afterCommit),
    record,
  );
  return assignProfile(records, profiles, transferred, afterCommit);
}
