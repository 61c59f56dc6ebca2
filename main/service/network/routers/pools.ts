import type { LeasePool } from '../../../../shared/domain/network/lease-pool.ts';
import { RouterFault } from '../router-readers/router-fault.ts';
import type { RouterReader } from './reader.ts';
import type { Router, RouterStore } from './store.ts';

/** They tell of clients that are connected, or of nothing that is given: no leases. */
const WITHOUT_LEASES: ReadonlySet<Router['kind']> = new Set(['csv', 'unifi', 'unifi-legacy']);

/**
 * How many addresses the networks of an organisation have left, as its routers and lease files tell: the one with the least
 * room, for it is there that a headset gets none. Undefined where nobody knows.
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
  // What could not be read to its end says nothing of how many there are.
  if (result instanceof RouterFault || result.problem !== null) return undefined;
  const size = router.poolSize ?? (await reader.readPoolSize(router));
  return size === null ? undefined : { size, taken: result.leases.size, source: router.label };
}

function freeShare({ size, taken }: LeasePool): number {
  return (size - taken) / size;
}
