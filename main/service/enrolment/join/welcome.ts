import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { assignProfile } from '../../configuration/index.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import type { EnrolmentRecords } from './records.ts';
import { changingNow } from '../../devices/changes/index.ts';
import type { Groups } from '../../devices/groups/index.ts';
import { THE_STATION } from '../../devices/history/index.ts';
import { MUSTER_NAMESPACE, musterMetadata, changeMetadata } from '../../devices/metadata/index.ts';

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

/**
 * Transfers, inside the caller's transaction, the groups of the replaced record, and its slot on a cart if the new one
 * has none. Returns the new record.
 */
function transferSlot(
  records: Records,
  groups: Groups,
  { from, to }: { readonly from: DeviceRecord; readonly to: DeviceRecord },
  afterCommit: AfterCommit,
): DeviceRecord {
  groups.follow(from.key, to.key, afterCommit);
  const metadata = musterMetadata(from.metadata);
  if (metadata?.group === undefined || musterMetadata(to.metadata)?.group !== undefined) return to;
  const act = { by: THE_STATION, kind: 'metadata' } as const;
  return changeMetadata(
    records,
    to,
    { namespace: MUSTER_NAMESPACE, value: metadata },
    changingNow(records, afterCommit, act),
  );
}
