import type { LeasePool } from './lease-pool.ts';
import { RouterFault } from '../router-readers/router-fault.ts';
import type { RouterReader } from './reader.ts';
import type { Router, RouterStore } from './store.ts';

/** Kinds without leases: they list connected clients, or nothing that was assigned. */
const WITHOUT_LEASES: ReadonlySet<Router['kind']> = new Set(['csv', 'unifi', 'unifi-legacy']);

/**
 * Returns how many addresses the networks of an organisation have left, by its routers and lease files: of the network
 * with the fewest, because there a headset would be the first to get none. Undefined if unknown.
 */
export async function leasePool(
  store: RouterStore,
  reader: RouterReader,
  enterpriseId: string,
): Promise<LeasePool | undefined> {
  const routers = store
    .ofEnterprise(enterpriseId)
    .filter(({ isEnabled, kind }) => isEnabled && !WITHOUT_LEASES.has(kind));
  const pools = await Promise.all(routers.map((router) => poolOf(router, reader)));
  return pools.filter((pool) => pool !== undefined).toSorted((a, b) => freeShare(a) - freeShare(b))[0];
}

async function poolOf(router: Router, reader: RouterReader): Promise<LeasePool | undefined> {
  const { result } = await reader.read(router);
  // An incomplete reading does not reveal how many there are.
  if (result instanceof RouterFault || result.problem !== null) return undefined;
  const size = router.poolSize ?? (await reader.readPoolSize(router));
  return size === null ? undefined : { size, taken: result.leases.size, source: router.label };
}

function freeShare({ size, taken }: LeasePool): number {
  return (size - taken) / size;
}
