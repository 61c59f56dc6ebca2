import { acceptsReports, type RemovalReason } from '../records/link-store.ts';
import type { SyncParts } from '../records/parts.ts';

/**
 * Records why a device is no longer synced. Earlier failures are no longer shown: it is not read or written at the
 * central any more. Runs inside the caller's transaction.
 */
export function noteGone({ records, stores }: SyncParts, deviceKey: number, gone: RemovalReason): void {
  stores.links.set(deviceKey, { gone, goneAtMs: records.core.clock.now(), isStale: false });
  for (const kind of ['desired', 'read', 'lifecycle'] as const) stores.trouble.clear(deviceKey, kind);
  if (!acceptsReports(gone)) stores.trouble.clear(deviceKey, 'reported');
}
