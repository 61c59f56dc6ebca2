import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { CommandRecords } from '../pending/records.ts';
import { followStream, type StreamReport } from './events.ts';
import { announceStream } from './status.ts';

/** Stores what a headset reports about its stream, inside the caller's transaction. */
export function recordStreamReports(
  records: CommandRecords,
  record: DeviceRecord,
  { reports, receivedAtMs }: { readonly reports: readonly StreamReport[]; readonly receivedAtMs: number },
  afterCommit: AfterCommit,
): void {
  const before = records.streams.find(record.key);
  const after = followStream(before, reports, receivedAtMs);
  if (after === undefined || after === before) return;
  records.streams.put(record.key, after);
  afterCommit(() => announceStream(records, record));
}
