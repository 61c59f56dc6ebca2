/** The address pool of a DHCP server, as far as known. */
export type LeasePool = {
  /** Total number of addresses. */
  readonly size: number;
  /** Number of addresses in use. */
  readonly taken: number;
  /** Name of the source, such as the label of a router. */
  readonly source: string;
};

/** A tenth should stay free, and at least this many, because a returning headset may get a second address. */
const MIN_FREE = 3;

/** Judges whether enough addresses are left for more headsets. */
export function judgeLeases(
  pool: LeasePool | undefined,
): 'LEASES_UNKNOWN' | 'LEASES_FULL' | 'LEASES_NEARLY_FULL' | 'LEASES_FREE' {
  if (pool === undefined || pool.size < 1) return 'LEASES_UNKNOWN';
  const free = pool.size - pool.taken;
  if (free <= 0) return 'LEASES_FULL';
  return free < Math.max(MIN_FREE, pool.size / 10) ? 'LEASES_NEARLY_FULL' : 'LEASES_FREE';
}
