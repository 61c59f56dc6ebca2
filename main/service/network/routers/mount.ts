import type { FastifyInstance } from 'fastify';

import type { LeasePool } from '../../../../shared/domain/network/lease-pool.ts';
import type { Core } from '../../kernel/kernel.ts';
import type { MacSource } from '../mac/mac-source.ts';
import { leasePool } from './pools.ts';
import { RouterReader } from './reader.ts';
import { mountRouterRoutes } from './routes.ts';
import type { Standing } from './rules.ts';
import { routerSource } from './source.ts';
import { openRouterStore } from './store.ts';

/** What routers know. */
export type Routers = {
  /** The MAC addresses that those of an organisation know. */
  readonly sourceOf: (enterpriseId: string) => MacSource;
  /** How many addresses the networks of the station's own organisation have left. */
  readonly leasePool: () => Promise<LeasePool | undefined>;
};

/** Serves `/station/routers` and answers what the routers of an organisation know. */
export function mountRouters(
  http: FastifyInstance,
  core: Core,
  role: Standing['role'],
  ownEnterpriseId: string,
): Routers {
  const standing = { role, ownEnterpriseId };
  const store = openRouterStore(core.db);
  const reader = new RouterReader(core, store, standing);
  mountRouterRoutes(http, { core, store, reader, standing });
  return {
    sourceOf: (enterpriseId) => routerSource(core, store, { reader, enterpriseId }),
    leasePool: () => leasePool(store, reader, ownEnterpriseId),
  };
}
