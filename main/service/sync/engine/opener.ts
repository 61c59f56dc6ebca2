import type { CentralClient, CentralOptions } from '../client/central.ts';
import type { SyncParts } from '../records/parts.ts';

/** Returns a function that opens a client for a single connection check. */
export function openerOf(
  open: (options: CentralOptions) => CentralClient,
  { records }: SyncParts,
): (address: string, token: string) => CentralClient {
  return (address, token) =>
    open({
      address,
      token,
      now: () => records.core.clock.now(),
      wait: () => Promise.resolve(),
      random: Math.random,
      attempts: 1,
    });
}
