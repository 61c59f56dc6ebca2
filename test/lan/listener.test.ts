import { createHash, X509Certificate } from 'node:crypto';
import { statSync } from 'node:fs';
import { request } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';

import { getStation } from '../../shared/contract/operations/station.ts';
import { aStation, type TestStation } from '../support/a-station.ts';
import { aFreePort } from '../support/free-port.ts';

/** An interface that does not exist: the listener answers on loopback, and nothing is advertised. */
const NOWHERE = 'none';

type TlsAnswer = {
  readonly status: number;
  readonly body: unknown;
  readonly certificate: X509Certificate;
  readonly protocol: string;
};

function ask(port: number, path: string, token?: string, method = 'GET'): Promise<TlsAnswer> {
  return new Promise((resolve, reject) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const requested = request(
      { host: '127.0.0.1', port, path, method, headers, rejectUnauthorized: false, agent: false },
      (answer) => {
        const socket = answer.socket as TLSSocket;
        const certificate = new X509Certificate(socket.getPeerCertificate().raw);
        const protocol = socket.getProtocol() ?? '';
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text), certificate, protocol }),
        );
      },
    );
    requested.on('error', reject);
    requested.end();
  });
}

async function aLanStation(): Promise<{ station: TestStation; port: number }> {
  const port = await aFreePort();
  return { station: await aStation({ lan: { port, interfaceName: NOWHERE } }), port };
}

test('the listener speaks TLS 1.3 with the key whose fingerprint the station shows, permanently', async () => {
  const { station, port } = await aLanStation();
  await using _ = station;
  const { body } = await station.call(getStation);
  const first = await ask(port, '/healthz');
  const spki = first.certificate.publicKey.export({ type: 'spki', format: 'der' });
  expect(createHash('sha256').update(spki).digest('base64url')).toBe(body.tlsFingerprint);
  expect(first).toMatchObject({ status: 200, protocol: 'TLSv1.3', body: { status: 'ok' } });
  expect(statSync(`${station.folder}/lan.key`).mode & 0o777).toBe(0o600);

  await station.restart();
  const again = await ask(port, '/healthz');
  expect(again.certificate.publicKey.equals(first.certificate.publicKey)).toBe(true);
});

test('a headset reads its own record over the network; administration and sessions stay on this computer', async () => {
  const { station, port } = await aLanStation();
  await using _ = station;
  const headset = await station.enrolled();
  const launchToken = new URL(station.service.newLaunchUrl()).hash.replace('#launch=', '');
  const session = await station.send('POST', '/station/session', { token: null, body: { launchToken } });
  const { token } = session.body as { token: string };

  expect(await ask(port, `/devices/${headset.id}`, headset.token)).toMatchObject({
    status: 200,
    body: { id: headset.id },
  });
  expect(await ask(port, '/devices', station.token)).toMatchObject({ status: 200 });
  expect(await ask(port, '/devices', token)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(await ask(port, '/station/tokens', station.token)).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN' },
  });
  expect(await ask(port, '/openapi.json')).toMatchObject({ status: 401 });
  expect(await ask(port, '/devices')).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
});

test('a port in use is reported on one line, and the station does not start partially', async () => {
  const holder = createServer().listen(0, '0.0.0.0');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  await expect(aStation({ lan: { port, interfaceName: NOWHERE } })).rejects.toThrow(`Port ${port} is used`);
  holder.close();
});
