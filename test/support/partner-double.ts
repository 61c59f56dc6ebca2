import { once } from 'node:events';
import { createServer } from 'node:https';
import { json } from 'node:stream/consumers';

import { z } from 'zod';

import { issueCertificate, openIdentity } from '../../main/service/index.ts';
import {
  confirmPartnerPairing,
  endPartner,
  startPartnerPairing,
} from '../../shared/contract/sync/partner.ts';
import type { TestStation } from './a-station.ts';
import { aFreePort } from './free-port.ts';
import { untilPartner } from './partners.ts';
import { aFolder } from './temp-folder.ts';

/** Returns a key that is higher than that of the station, so that the station calls. */
function aHigherKey(fingerprint: string): ReturnType<typeof openIdentity> {
  for (;;) {
    using folder = aFolder();
    const identity = openIdentity(folder.path);
    if (identity.fingerprint > fingerprint) return identity;
  }
}

/** Plays another station that the station pairs with and serves. Returns the token that it got. */
export async function aPartnerToken(station: TestStation): Promise<string> {
  const { key } = aHigherKey(station.service.lan.fingerprint ?? '');
  const cert = await issueCertificate({ key, fingerprint: '' }, 'partner', ['127.0.0.1']);
  let token: string | null = null;
  const server = createServer({ key, cert }, (request, response) => {
    void (async () => {
      const sent = z.object({ token: z.string().nullish() }).parse(await json(request));
      token ??= sent.token ?? null;
      const started = { pairId: 'double', nonce: 'n'.repeat(43), name: 'Double', devices: 0 };
      const continued = { isConfirmed: true, token: null, isJoined: token !== null };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(request.url === '/lan/partner/start' ? started : continued));
    })();
  });
  const port = await aFreePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://127.0.0.1:${port}`;
  try {
    await station.call(endPartner);
    await station.call(startPartnerPairing, { body: { url } });
    const { pairing } = await untilPartner({ station, url }, (view) => view.pairing?.state === 'comparing');
    await station.call(confirmPartnerPairing, { body: { code: pairing?.code } });
    await untilPartner({ station, url }, (view) => view.partner !== null && view.pairing === null);
    return z.string().parse(token);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
