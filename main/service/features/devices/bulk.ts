import type { BulkResult } from '../../../../shared/contract/devices.ts';
import { Failure } from '../../failure.ts';
import type { Caller } from '../../http/caller.ts';
import { findDevice } from './reach.ts';
import type { Records } from './records.ts';
import type { DeviceRecord } from './store.ts';

/** Applies a change to every device asked for, answering in the order asked; one bad id never fails the others. */
export function changeEach(
  records: Records,
  ids: readonly string[],
  caller: Caller,
  change: (record: DeviceRecord) => void,
): BulkResult[] {
  return ids.map((id) => {
    const record = findDevice(records, id, caller);
    if (record instanceof Failure) {
      return { id, success: false, error: { code: record.code, message: record.message } };
    }
    change(record);
    return { id, success: true };
  });
}
