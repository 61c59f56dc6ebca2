import { z } from 'zod';

import { jsonObjectSchema } from '../../../../shared/contract/primitives.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { changeIdentity, type Changing } from '../../devices/changes/index.ts';
import { MUSTER_NAMESPACE, changeMetadata } from '../../devices/metadata/index.ts';

const metadataSchema = z.object({ [MUSTER_NAMESPACE]: jsonObjectSchema }).partial();

/** Exchanges name and place of two records that may be changed; returns both new records. */
export function exchangeSlots(
  records: Records,
  first: DeviceRecord,
  second: DeviceRecord,
  changing: Changing,
): [DeviceRecord, DeviceRecord] {
  return [moveTo(records, first, second, changing), moveTo(records, second, first, changing)];
}

function moveTo(records: Records, record: DeviceRecord, to: DeviceRecord, changing: Changing): DeviceRecord {
  const named = changeIdentity(records, record, { label: to.label }, changing);
  const value = metadataSchema.parse(JSON.parse(to.metadata))[MUSTER_NAMESPACE] ?? null;
  return changeMetadata(records, named, { namespace: MUSTER_NAMESPACE, value }, changing);
}
