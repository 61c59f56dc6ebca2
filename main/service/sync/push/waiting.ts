import type { DesiredState } from '../../../../shared/domain/sync/desired.ts';
import { toNormalForm } from '../../../../shared/domain/sync/normal-form.ts';
import { type WaitingChange, waitingChanges } from '../../../../shared/domain/sync/waiting-changes.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { SyncParts } from '../engine/parts.ts';
import { liftedOf, stateOf, unsealState } from './wire.ts';

/** What waits of a device, and what the central had last; undefined where the central does not have it. */
export function waitingOf(
  { records, stores }: Pick<SyncParts, 'records' | 'stores'>,
  record: DeviceRecord,
): { readonly known: DesiredState; readonly items: readonly WaitingChange[] } | undefined {
  const { vault } = records.core;
  const link = stores.links.find(record.key);
  const kept = stores.links.base(record.key);
  if (link === undefined || link.gone !== null || kept === undefined) return undefined;
  const known = unsealState(kept, vault);
  const base = toNormalForm(known, known);
  const here = toNormalForm(liftedOf(known, stateOf(record, vault)), base);
  return { known, items: waitingChanges(base, here) };
}
