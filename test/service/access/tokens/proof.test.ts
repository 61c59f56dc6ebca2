import { importPKCS8, SignJWT } from 'jose';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { getStation } from '../../../../shared/contract/operations/station.ts';
import { aStation } from '../../../support/a-station.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const keyPem = readFileSync(join(station.folder, 'station.key'), 'utf8');
const ask = (token: string | null) => station.call(getStation, { token });
const unauthenticated = refused(401, 'UNAUTHENTICATED');

const toPart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const fromPart = (part = '') =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

test('a request without a token is refused, with the required kind', async () => {
  const answer = await ask(null);

  expect(answer).toMatchObject(unauthenticated);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
});

test('the ready token is an EdDSA token with organisation and scope that never expires', async () => {
  const [header, payload] = station.token.split('.');

  expect(fromPart(header)).toMatchObject({ alg: 'EdDSA' });
  expect(fromPart(payload)).toMatchObject({
    sub: station.enterpriseId,
    enterpriseId: station.enterpriseId,
    scope: 'enterprise',
    fleetAccess: [],
  });
  expect(fromPart(payload)).not.toHaveProperty('exp');
  expect((await ask(station.token)).status).toBe(200);
});

test('the form of a token is stable, so that a start returns the ready token that programs have', async () => {
  const [header, payload] = station.token.split('.');
  const claims = fromPart(payload);

  const library = new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' });
  expect(fromPart(header)).toEqual({ alg: 'EdDSA', typ: 'JWT' });
  expect(Object.keys(claims)).toEqual(['scope', 'enterpriseId', 'fleetAccess', 'iss', 'sub', 'jti', 'iat']);
  expect(await library.sign(await importPKCS8(keyPem, 'EdDSA'))).toBe(station.token);
});

test('a device token names its device, one without an organisation names none', async () => {
  const { id, token } = await station.enrolled();
  const none = await station.issue({ enterpriseId: null });

  expect(fromPart(token.split('.')[1])).toMatchObject({ scope: 'device', deviceId: id });
  expect(fromPart(none.split('.')[1])).not.toHaveProperty('enterpriseId');
});

test('the signing key is readable by the station’s own user only', () => {
  expect(statSync(join(station.folder, 'station.key')).mode & 0o777).toBe(0o600);
});

test.each(['', 'x', 'a.b.c', '....', 'null', '{}', 'ey', `${'a'.repeat(9_000)}`])(
  'an invalid text is not a token (%#)',
  async (token) => {
    expect(await ask(token)).toMatchObject(unauthenticated);
  },
);

test('a truncated token is refused wherever it is cut', async () => {
  const { token } = station;

  for (const length of [token.length - 1, token.length - 10, token.lastIndexOf('.'), 40]) {
    expect(await ask(token.slice(0, length))).toMatchObject(unauthenticated);
  }
});

test('a token with a changed character anywhere is refused, also in its unused last bits', async () => {
  const { token } = station;

  for (const at of [0, 20, token.indexOf('.') + 5, token.lastIndexOf('.') + 1, token.length - 1]) {
    for (const sign of ['A', 'B', 'C', 'D', 'w', 'x', 'y', 'z', '_']) {
      if (token[at] === sign) continue;
      const changed = token.slice(0, at) + sign + token.slice(at + 1);
      expect(await ask(changed)).toMatchObject(unauthenticated);
    }
  }
});

test('a payload replaced under the same signature is refused', async () => {
  const { token } = await station.enrolled();
  const [header = '', payload, signature = ''] = token.split('.');

  const raised = toPart({ ...fromPart(payload), scope: 'enterprise' });

  expect(await ask(`${header}.${raised}.${signature}`)).toMatchObject(unauthenticated);
});

test('an unsigned token (alg none) is refused', async () => {
  const payload = station.token.split('.')[1] ?? '';

  for (const alg of ['none', 'None', 'NONE', '']) {
    expect(await ask(`${toPart({ alg, typ: 'JWT' })}.${payload}.`)).toMatchObject(unauthenticated);
  }
});

test('a token that another key signed is refused', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const forged = await new SignJWT(fromPart(station.token.split('.')[1]))
    .setProtectedHeader({ alg: 'EdDSA' })
    .sign(privateKey);

  expect(await ask(forged)).toMatchObject(unauthenticated);
});

test('a token signed with the public key as a shared secret is refused', async () => {
  const publicPem = createPublicKey(keyPem).export({ type: 'spki', format: 'pem' }).toString();
  const forged = await new SignJWT(fromPart(station.token.split('.')[1]))
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(publicPem));

  expect(await ask(forged)).toMatchObject(unauthenticated);
});

test('a correctly signed token that the station never issued is refused', async () => {
  const key = await importPKCS8(keyPem, 'EdDSA');
  const payload = fromPart(station.token.split('.')[1]);

  for (const changed of [{ jti: 'never-issued' }, { jti: 7 }, { iss: 'somebody' }]) {
    const forged = await new SignJWT({ ...payload, ...changed } as Record<string, unknown>)
      .setProtectedHeader({ alg: 'EdDSA' })
      .sign(key);
    expect(await ask(forged)).toMatchObject(unauthenticated);
  }
});

test('a token’s permissions are those recorded when it was issued, not those in its text', async () => {
  const { token } = await station.enrolled();
  const key = await importPKCS8(keyPem, 'EdDSA');
  const raised = await new SignJWT({ ...fromPart(token.split('.')[1]), scope: 'enterprise' })
    .setProtectedHeader({ alg: 'EdDSA' })
    .sign(key);

  const answer = await station.send('GET', '/devices', { token: raised });

  expect(answer).toMatchObject(refused(403, 'FORBIDDEN'));
});

test('a token of another station is refused', async () => {
  await using other = await aStation();

  expect(await ask(other.token)).toMatchObject(unauthenticated);
});

test('a token counts only in the Authorization header, as a bearer token', async () => {
  const { token } = station;

  const inQuery = await station.send('GET', `/station?access_token=${token}&token=${token}`, { token: null });
  const asBasic = await station.send('GET', '/station', {
    token: null,
    headers: { authorization: `Basic ${token}` },
  });
  const asCookie = await station.send('GET', '/station', {
    token: null,
    headers: { cookie: `token=${token}` },
  });
  const lowerCase = await station.send('GET', '/station', {
    token: null,
    headers: { authorization: `bearer ${token}` },
  });

  for (const answer of [inQuery, asBasic, asCookie]) expect(answer).toMatchObject(unauthenticated);
  expect(lowerCase.status).toBe(200);
});

test('tokens are valid after a restart, and the ready token stays the same', async () => {
  const issued = await station.issue();
  const before = station.token;

  await station.restart();

  expect(station.token).toBe(before);
  expect((await ask(issued)).status).toBe(200);
});
