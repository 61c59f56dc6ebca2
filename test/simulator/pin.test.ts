import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { expect, test } from 'vitest';

import { issueCertificate, openIdentity } from '../../main/service/network/listener/identity.ts';
import { Fetcher } from '../../main/agent/contents/fetcher.ts';
import { StationClient, StationPin, systemClock } from '../../main/simulator/index.ts';
import { Job } from '../../main/simulator/contents/job.ts';
import { seededRandom } from '../../main/agent/random.ts';
import { contentsWanted } from '../../main/agent/contents/wanted.ts';
import { getHealth } from '../../shared/contract/operations/station.ts';
import { aFolder } from '../support/temp-folder.ts';
import { aQuickClock } from './quick-clock.ts';

/** A server with its own key that records its requests. */
async function aServer() {
  const folder = aFolder();
  const identity = openIdentity(folder.path);
  const cert = await issueCertificate(identity, 'muster-1.local', []);
  const received: string[] = [];
  const server = createServer({ key: identity.key, cert, minVersion: 'TLSv1.3' }, (request, response) => {
    received.push(request.url ?? '');
    response.setHeader('content-type', 'application/json').end('{"status":"ok"}');
  });
  server.on('secureConnection', (socket) => socket.on('data', () => received.push('a byte')));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    fingerprint: identity.fingerprint,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      folder[Symbol.dispose]();
    },
  };
}
const ask = (client: StationClient) => client.call(getHealth, { body: {} });

test('the station with the pinned key is contacted, whoever signed its certificate', async () => {
  await using server = await aServer();
  const { url, fingerprint } = server;
  const client = new StationClient({ url, fingerprint }, 'token', systemClock);
  expect(await ask(client)).toEqual({ kind: 'answered', reply: { status: 'ok' } });
  await client.disconnect();
});

test('a station with another key gets no byte of the request', async () => {
  await using server = await aServer();
  const pinned = { url: server.url, fingerprint: 'A'.repeat(43) };
  const client = new StationClient(pinned, 'token', systemClock);
  expect(await ask(client)).toMatchObject({ kind: 'refused', code: 'STATION_KEY_CHANGED' });
  expect(server.received).toEqual([]);
  await client.disconnect();
});

test('contents too are downloaded only from a server with the pinned key', async () => {
  await using server = await aServer();
  const { url } = server;
  const clock = aQuickClock();
  const random = seededRandom('pin');
  const pin = new StationPin('A'.repeat(43));
  const fetcher = new Fetcher({ stationUrl: () => url, pin, token: () => 't', clock, random });
  const [wanted] = contentsWanted({
    applications: [{ id: 'a', url: `${url}/library/${'ab'.repeat(32)}/a.apk` }],
  });
  if (wanted === undefined) throw new Error('Nothing wanted');
  const plan = {
    downloadId: 1,
    totalBytes: 0,
    bytesPerSec: 1,
    installMs: 1,
    failsAtBytes: null,
    isFetched: true,
  };
  const never = new AbortController().signal;
  expect(await fetcher.fetch(new Job(wanted, plan), () => undefined, never)).toBe('STATION_KEY_CHANGED');
  expect(server.received).toEqual([]);
  await fetcher.close();
});

test('a pin has no effect without TLS: the request is not sent', async () => {
  const pinned = { url: 'http://127.0.0.1:9', fingerprint: 'A'.repeat(43) };
  const client = new StationClient(pinned, 'token', systemClock);
  expect(await ask(client)).toMatchObject({ kind: 'later' });
  await client.disconnect();
});

test('a station that moves is contacted at its new address', async () => {
  await using before = await aServer();
  await using after = await aServer();
  const place = { url: before.url, fingerprint: before.fingerprint };
  const client = new StationClient(place, 'token', systemClock);
  await ask(client);
  Object.assign(place, { url: after.url, fingerprint: after.fingerprint });
  expect(await ask(client)).toMatchObject({ kind: 'answered' });
  expect(after.received).toContain('/healthz');
  await client.disconnect();
});
