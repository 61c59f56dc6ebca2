import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import type { SyncStores } from '../records/stores.ts';

/** During a run, counts may be this old: counting many links takes longer than a step of the run. */
const BUSY_MS = 1_000;

type Counts = ReturnType<SyncStores['links']['counts']> & { readonly unlinked: number };

const counted = new WeakMap<SyncStores, { readonly atMs: number; readonly counts: Counts }>();

/** Counts the links of a station, and its devices without one. */
export function countLinks(stores: SyncStores, enterpriseId: EnterpriseId, isBusy: boolean): Counts {
  const nowMs = performance.now();
  const last = counted.get(stores);
  if (isBusy && last !== undefined && nowMs - last.atMs < BUSY_MS) return last.counts;
  const counts = { ...stores.links.counts(), unlinked: stores.links.countUnlinked(enterpriseId) };
  counted.set(stores, { atMs: nowMs, counts });
  return counts;
}
