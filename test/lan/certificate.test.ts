import { connect } from 'node:tls';
import { expect, test } from 'vitest';

import { getCertificate } from '../../shared/contract/network/lan.ts';
import { NOWHERE } from '../support/a-lan.ts';
import { aStation } from '../support/a-station.ts';
import { aFreePort } from '../support/free-port.ts';
import { refused } from '../support/refused.ts';

/** Returns the SHA-256 of the certificate that a browser at this port is shown. */
function shownAt(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

test('browsers are shown the certificate that the station names', async () => {
  const port = await aFreePort();
  await using station = await aStation({ lan: { port, interfaceName: NOWHERE } });

  const { body } = await station.call(getCertificate);

  expect(body.sha256).toBe(await shownAt(port));
  expect(body.certificate).toMatch(/^-----BEGIN CERTIFICATE-----/);
  expect(Date.parse(body.validUntil)).toBeGreaterThan(Date.now());
});

test('without LAN access there is no certificate', async () => {
  await using station = await aStation();

  expect(await station.call(getCertificate)).toMatchObject(refused(404, 'NOT_FOUND'));
});
