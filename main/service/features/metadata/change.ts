import { z } from 'zod';

import type { BulkResult } from '../../../../shared/contract/devices.ts';
import { jsonObjectSchema } from '../../../../shared/contract/primitives.ts';
import { type MetadataValue, withNamespace } from '../../../../shared/domain/metadata.ts';
import { Failure } from '../../failure.ts';
import type { Caller } from '../../http/caller.ts';
import type { AfterCommit } from '../../store/writer.ts';
import {
  type DeviceRecord,
  findDevice,
  MUSTER_NAMESPACE,
  type Records,
  toHeadset,
} from '../devices/index.ts';

const metadataSchema = z.record(z.string(), jsonObjectSchema);

/** What a namespace shall hold; null takes it away. */
export type MetadataChange = { readonly namespace: string; readonly value: MetadataValue | null };

/** Applies a change inside the caller's transaction and answers the record as it is then. What changes nothing is not announced. */
export function changeMetadata(
  records: Records,
  record: DeviceRecord,
  { namespace, value }: MetadataChange,
  afterCommit: AfterCommit,
): DeviceRecord {
  const before = metadataSchema.parse(JSON.parse(record.metadata));
  const metadata = JSON.stringify(withNamespace(before, namespace, value));
  if (metadata === record.metadata) return record;
  const changed = { ...record, metadata };
  records.devices.set(record.key, 'metadata', metadata);
  afterCommit(() => announceMetadata(records, changed, namespace));
  return changed;
}

/** The same change on many devices in one transaction; one bad id never fails the others. */
export function changeMetadataOfMany(
  records: Records,
  ids: readonly string[],
  change: MetadataChange,
  by: { readonly caller: Caller; readonly afterCommit: AfterCommit },
): BulkResult[] {
  return ids.map((id) => {
    const record = findDevice(records, id, by.caller);
    if (record instanceof Failure)
      return { id, success: false, error: { code: record.code, message: record.message } };
    changeMetadata(records, record, change, by.afterCommit);
    return { id, success: true };
  });
}

function announceMetadata(records: Records, record: DeviceRecord, namespace: string): void {
  const { id, enterpriseId } = record;
  const device = { name: 'metadata', data: { namespace } };
  const change = { enterpriseId, deviceId: id, device };
  if (namespace !== MUSTER_NAMESPACE) return records.core.changes.announce(change);
  const { cart, shelf, place } = toHeadset(records, record);
  records.core.changes.announce({
    ...change,
    fleet: { name: 'device', data: { id, cart, shelf, place } },
  });
}
