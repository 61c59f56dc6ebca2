import { z } from 'zod';

import { jsonObjectSchema } from '../../../../shared/contract/primitives.ts';
import { type MetadataValue, withNamespace } from '../../../../shared/domain/devices/metadata.ts';
import type { Changing } from '../changes/changing.ts';
import type { DeviceRecord } from '../registry/store.ts';
import { MUSTER_NAMESPACE } from '../registry/cart-metadata.ts';
import type { Records } from '../records/records.ts';
import { toHeadset } from '../views/headset-view.ts';

const metadataSchema = z.record(z.string(), jsonObjectSchema);

/** The new value of a namespace; null removes it. */
export type MetadataChange = { readonly namespace: string; readonly value: MetadataValue | null };

/** Applies a change and returns the new record. An unchanged value is not published. */
export function changeMetadata(
  records: Records,
  record: DeviceRecord,
  { namespace, value }: MetadataChange,
  { set, afterCommit }: Changing,
): DeviceRecord {
  const before = metadataSchema.parse(JSON.parse(record.metadata));
  const metadata = JSON.stringify(withNamespace(before, namespace, value));
  if (metadata === record.metadata) return record;
  set(record, 'metadata', metadata);
  // The record is not retained until the commit: there may be thousands, with 16 KiB each.
  const { key, id, enterpriseId } = record;
  afterCommit(() => announceMetadata(records, { key, id, enterpriseId }, namespace));
  return { ...record, metadata, revision: record.revision + 1 };
}

/** Notifies the headset and subscribers of a changed namespace. Call it after the commit. */
export function announceMetadata(
  records: Records,
  { key, id, enterpriseId }: Pick<DeviceRecord, 'key' | 'id' | 'enterpriseId'>,
  namespace: string,
): void {
  records.deviceEvents.publish({ name: 'device.metadata', enterpriseId, deviceId: id, namespace });
  const device = { name: 'metadata', data: { namespace } };
  const change = { enterpriseId, deviceId: id, device };
  const record = namespace === MUSTER_NAMESPACE ? records.devices.findByKey(key) : undefined;
  if (record === undefined) return records.core.changes.announce(change);
  const { cart, shelf, place, asset } = toHeadset(records, record);
  records.core.changes.announce({
    ...change,
    fleet: { name: 'device', data: { id, cart, shelf, place, asset } },
  });
}
