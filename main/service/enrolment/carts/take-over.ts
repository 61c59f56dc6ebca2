import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import {
  changingNow,
  type DeviceRecord,
  MUSTER_NAMESPACE,
  musterMetadata,
  type Records,
  type Groups,
  THE_STATION,
  changeMetadata,
} from '../../devices/index.ts';

/**
 * Transfers, inside the caller's transaction, the groups of the replaced record, and its place on a cart if the new
 * one has none. Returns the new record.
 */
export function transferPlace(
  records: Records,
  groups: Groups,
  { from, to }: { readonly from: DeviceRecord; readonly to: DeviceRecord },
  afterCommit: AfterCommit,
): DeviceRecord {
  groups.follow(from.key, to.key, afterCommit);
  const stood = musterMetadata(from.metadata);
  if (stood?.group === undefined || musterMetadata(to.metadata)?.group !== undefined) return to;
  const act = { by: THE_STATION, kind: 'metadata' };
  return changeMetadata(
    records,
    to,
    { namespace: MUSTER_NAMESPACE, value: stood },
    changingNow(records, afterCommit, act),
  );
}
