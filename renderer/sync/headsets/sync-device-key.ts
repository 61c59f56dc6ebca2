import type { SyncDevice } from '../../../shared/contract/sync/sync.ts';

/**
 * Returns the key of a row. A device that was deleted here only has its id at the central; one that the central does
 * not know only has its own.
 */
export function syncDeviceKey({ id, upstreamId }: SyncDevice): string {
  return id ?? upstreamId ?? '';
}
