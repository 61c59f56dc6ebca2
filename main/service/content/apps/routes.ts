import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import type { Core } from '../../kernel/kernel.ts';
import { Failure } from '../../kernel/failure.ts';
import { mountOpen } from '../../kernel/http/routes/mount.ts';
import { Applications } from './applications.ts';
import { Backend } from './backend.ts';
import { ApplicationCache } from './cache.ts';
import type { LocalApplications } from './local.ts';
import { WebInterface } from './web-interface.ts';

/** How long a browser may cache an image: an hour; a minute for a stale one. */
const CURRENT = 'public, max-age=3600';
const STALE = 'public, max-age=60';

/**
 * Serves the two public operations on applications. `sources` are queried first; `webInterface` is the URL of the
 * backend, undefined = none.
 */
export function mountApplications(
  http: FastifyInstance,
  core: Core,
  {
    sources,
    webInterface,
  }: { readonly sources: readonly LocalApplications[]; readonly webInterface: string | undefined },
): void {
  const cache = new ApplicationCache(core);
  const backend = webInterface === undefined ? undefined : openBackend(http, core, cache, webInterface);
  const applications = new Applications(core, [...sources, cache], backend);

  mountOpen(http, contract.lookUpApplications, async ({ body, origin }) => {
    const names = await applications.lookUp(body.packageNames);
    if (names instanceof Failure) return names;
    return [...names].map(([packageName, name]) => ({
      packageName,
      name,
      imageUrl: `${origin()}${contract.getApplicationImage.path.replace('{packageName}', packageName)}`,
    }));
  });

  mountOpen(http, contract.getApplicationImage, async ({ params }) => {
    const image = await applications.image(params.packageName);
    if (image instanceof Failure) return image;
    const { bytes, etag, isStale } = image;
    return { bytes, etag, cacheControl: isStale ? STALE : CURRENT };
  });
}

function openBackend(http: FastifyInstance, core: Core, cache: ApplicationCache, address: string): Backend {
  const webInterface = new WebInterface(address);
  // Ends requests that wait for the backend, so that the stop does not wait for them.
  http.addHook('preClose', () => webInterface.close());
  return new Backend(webInterface, cache, core.clock);
}
