import type { FastifyInstance } from 'fastify';

import { countLinks } from '../routes/counts.ts';
import { PartnerPairing } from './pairing.ts';
import { Partnership, type PartnershipParts } from './partnership.ts';
import { mountPartner, type PartnerRoutes } from './routes.ts';

export type PartnerInput = PartnershipParts & Pick<PartnerRoutes, 'role' | 'ownName' | 'ownUrls'>;

/** Opens what joins this station with another one. */
export function openPartner(input: PartnerInput) {
  const { sync, lan, ownName } = input;
  const partnership = new Partnership(input);
  const pairing = new PartnerPairing({
    now: () => sync.records.core.clock.now(),
    ownFingerprint: () => lan.ownFingerprint,
    ownName,
    countDevices() {
      const { links, unlinked } = countLinks(sync.stores, sync.enterpriseId, false);
      return links + unlinked;
    },
    serve: (peer) => partnership.serve(peer),
    join: (peer, token) => partnership.join(peer, token),
  });
  return {
    mount: (http: FastifyInstance) => mountPartner(http, { ...input, pairing, partnership }),
    start: () => partnership.start(),
    onView: () => partnership.onView(),
    async stop(): Promise<void> {
      await pairing.stop();
      await partnership.stop();
    },
  };
}
