import type { DesiredState } from '../rules/desired.ts';
import { toNormalForm } from '../rules/normal-form.ts';
import { type PendingChange, pendingChanges } from '../rules/pending-changes.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { SyncParts } from '../records/parts.ts';
import { withUnknown, stateOf, unsealState } from '../wire/wire.ts';

/**
 * Returns the pending changes of a device and the central's last known state; undefined if the central does not have
 * the device.
 */
export function pendingChangesOf(
  { records, stores }: Pick<SyncParts, 'records' | 'stores'>,
  record: DeviceRecord,
): { readonly known: DesiredState; readonly items: readonly PendingChange[] } | undefined {
  const { vault } = records.core;
  const link = stores.links.find(record.key);
  const storedBase = stores.links.base(record.key);
  if (link === undefined || link.gone !== null || storedBase === undefined) return undefined;
  const known = unsealState(storedBase, vault);
  const base = toNormalForm(known, known);
  const here = toNormalForm(withUnknown(known, stateOf(record, vault)), base);
  return { known, items: pendingChanges(base, here) };
}
