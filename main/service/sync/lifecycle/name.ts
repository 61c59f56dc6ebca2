import type { SyncParts } from '../records/parts.ts';
import type { LinkedDevice } from '../records/link-store.ts';

/** Returns the name of a device for the report, even after its deletion. */
export function nameOf(
  { records }: SyncParts,
  link: LinkedDevice,
): { readonly id: string; readonly label: string | null } {
  const record = records.devices.findByKey(link.deviceKey);
  return {
    id: record?.id ?? link.upstreamId ?? '',
    label: record?.label ?? records.devices.deletedLabel(link.deviceKey),
  };
}
