/** The addresses that a DHCP server may give, as far as it tells. */
export type LeasePool = {
  /** How many it may give in all. */
  readonly size: number;
  /** How many are given now. */
  readonly taken: number;
  /** Who says so, such as the label of a router. */
  readonly source: string;
};

/** A tenth is kept free, and at least so many: a headset that comes back may take a second address. */
const LEAST_FREE = 3;

/** Whether addresses are left for the headsets to come. */
export function judgeLeases(
  pool: LeasePool | undefined,
): 'LEASES_UNKNOWN' | 'LEASES_FULL' | 'LEASES_NEARLY_FULL' | 'LEASES_FREE' {
  if (pool === undefined || pool.size < 1) return 'LEASES_UNKNOWN';
  const free = pool.size - pool.taken;
  if (free <= 0) return 'LEASES_FULL';
  return free < Math.max(LEAST_FREE, pool.size / 10) ? 'LEASES_NEARLY_FULL' : 'LEASES_FREE';
}
