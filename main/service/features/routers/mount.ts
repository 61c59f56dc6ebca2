import type { FastifyInstance } from 'fastify';

import type { Core } from '../../core.ts';
import type { MacSource } from '../resolve-mac/index.ts';
import { RouterReader } from './reader.ts';
import { mountRouterRoutes } from './routes.ts';
import type { Standing } from './rules.ts';
import { routerSource } from './source.ts';
import { openRouterStore } from './store.ts';

/** Serves `/station/routers` and answers what the routers of an organisation know. */
export function mountRouters(
  http: FastifyInstance,
  core: Core,
  role: Standing['role'],
  ownEnterpriseId: string,
): (enterpriseId: string) => MacSource {
  const standing = { role, ownEnterpriseId };
  const store = openRouterStore(core.db);
  const reader = new RouterReader(core, store, standing);
  mountRouterRoutes(http, { core, store, reader, standing });
  return (enterpriseId) => routerSource(core, store, { reader, enterpriseId });
}
