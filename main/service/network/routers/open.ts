import type { FastifyInstance } from 'fastify';

import type { LeasePool } from './lease-pool.ts';
import type { Core } from '../../kernel/kernel.ts';
import type { MacSource } from '../mac/mac-source.ts';
import { leasePool } from './pools.ts';
import { RouterReader } from './reader.ts';
import { mountRouterRoutes } from './routes.ts';
import type { RouterHost } from './rules.ts';
import { routerSource } from './source.ts';
import { openRouterStore, type RouterStore } from './store.ts';

/** Routers as sources. */
export type Routers = {
  /** Serves `/station/routers`. */
  mount(http: FastifyInstance): void;
  readonly store: RouterStore;
  /** Returns the MAC addresses known to those of an organisation. */
  readonly sourceOf: (enterpriseId: string) => MacSource;
  /** Returns how many addresses the networks of the station's own organisation have left. */
  readonly leasePool: () => Promise<LeasePool | undefined>;
};

/** Opens the routers. */
export function openRouters(core: Core, station: RouterHost): Routers {
  const store = openRouterStore(core.db);
  const reader = new RouterReader(core, store, station);
  return {
    mount: (http) => mountRouterRoutes(http, { core, store, reader, station: station }),
    store,
    sourceOf: (enterpriseId) => routerSource(core, store, { reader, enterpriseId }),
    leasePool: () => leasePool(store, reader, station.ownEnterpriseId),
  };
}
