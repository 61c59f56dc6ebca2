import { Agent } from 'node:https';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { importPKCS8, SignJWT } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';

import { openSession, revokeToken } from '../../../shared/contract/access/tokens.ts';
import { isAtLeast, ROLES, type Role } from '../../../shared/contract/access/roles.ts';
import { setLan } from '../../../shared/contract/network/lan.ts';
import { reachOf, roleOf } from '../../../shared/contract/endpoint.ts';
import { contract, streams } from '../../../shared/contract/index.ts';
import { aLanStation, callOverLan } from '../../support/a-lan.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { aPerson, passcodeOf, signInLocally } from '../../support/people.ts';
import { goodBodyOf, readingBodies } from '../hostile/good-bodies.ts';
import { EXAMPLE_PARAMS, REFUSALS_ONLY } from '../hostile/operations.ts';
import { type Operation, OPERATIONS_AND_CALLERS } from './who-may-call.ts';
import { some } from '../../support/long.ts';

const PASSCODE = 'coral-lagoon-tide';
const ADMITTED = 'admitted';
type Verdict = typeof ADMITTED | 401 | 403;

const clock = new ManualClock();
const { station, port } = await aLanStation({ rateLimit: 0, clock });
/** Connections for all requests over the local network: the handshakes would take longest. */
const agent = new Agent({ keepAlive: true });
afterAll(async () => {
  agent.destroy();
  await station[Symbol.asyncDispose]();
});
const headset = await station.enrolled();
const another = await station.enrolled();
const keyPem = readFileSync(join(station.folder, 'station.key'), 'utf8');

/** A caller: its credentials, the record it requests, and the table's expectation. */
type Caller = {
  readonly token: () => Promise<string | null> | string | null;
  readonly deviceId?: string;
  readonly verdict: (operation: Operation) => Verdict;
};

const isOpen = ({ scopes }: Operation): boolean => typeof scopes === 'string';
const allows = ({ scopes }: Operation, scope: 'enterprise' | 'device' | 'enroll'): boolean =>
  typeof scopes !== 'string' && scopes.includes(scope);
const unlessOpen =
  (verdict: (operation: Operation) => Verdict) =>
  (operation: Operation): Verdict =>
    isOpen(operation) ? ADMITTED : verdict(operation);
const byScope = (scope: 'enterprise' | 'device' | 'enroll') =>
  unlessOpen((operation) => (allows(operation, scope) ? ADMITTED : 403));
const unknown = { verdict: unlessOpen(() => 401) };
const byRole = (role: Role) =>
  unlessOpen((operation) => (operation.role !== null && isAtLeast(role, operation.role) ? ADMITTED : 403));

/** A teacher of one cart: of what a teacher may call, only what is about the headsets of carts. */
const byCart = unlessOpen((operation) =>
  operation.role !== null && isAtLeast('teacher', operation.role) && operation.servesCarts ? ADMITTED : 403,
);

const partsOf = (token: string): Record<string, unknown> =>
  z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()));
const signed = async (claims: object, key: Parameters<SignJWT['sign']>[0], alg = 'EdDSA'): Promise<string> =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(key);

async function expired(): Promise<string> {
  const token = await station.issue({ expiresInSec: 1 });
  clock.advance(2_000);
  return token;
}

async function revoked(): Promise<string> {
  const { body } = await station.call(contract.issueToken, { body: { scope: 'enterprise' } });
  await station.call(revokeToken, { params: { tokenId: body.id } });
  return body.token;
}

async function openLocalSession(): Promise<string> {
  const launchToken = new URL(station.service.newLaunchUrl()).hash.replace('#launch=', '');
  const { body } = await station.call(openSession, { token: null, body: { launchToken } });
  return body.token;
}

let people: Promise<unknown> | undefined;

/** People exist as soon as the first one has a passcode, which also opens the local network. */
function everyone(): Promise<unknown> {
  return (people ??= Promise.all(ROLES.map((each) => aPerson(station, each, each))));
}

async function signedIn(role: Role): Promise<string> {
  await everyone();
  const { body } = await signInLocally(station, passcodeOf(role));
  return body.token;
}

let limited: Promise<string> | undefined;

/** A teacher who is limited to a cart in which there is none of the headsets. */
async function signedInForCart(): Promise<string> {
  await (limited ??= aPerson(station, 'of a cart', 'teacher', ['another-cart']));
  const { body } = await signInLocally(station, passcodeOf('of a cart'));
  return body.token;
}

/** Every kind of caller on this computer. */
const CALLERS: Readonly<Record<string, Caller>> = {
  'nobody, without a token': { token: () => null, ...unknown },
  'somebody with nonsense for a token': { token: () => 'nonsense', ...unknown },
  'somebody with a token that another key signed': {
    token: () => signed(partsOf(station.token), generateKeyPairSync('ed25519').privateKey),
    ...unknown,
  },
  'somebody with a token signed by the public key as a secret': {
    token: () => {
      const pem = createPublicKey(keyPem).export({ type: 'spki', format: 'pem' }).toString();
      return signed(partsOf(station.token), new TextEncoder().encode(pem), 'HS256');
    },
    ...unknown,
  },
  'somebody with a rightly signed token that was never issued': {
    token: async () =>
      signed({ ...partsOf(station.token), jti: 'never' }, await importPKCS8(keyPem, 'EdDSA')),
    ...unknown,
  },
  'somebody with a token that has run out': { token: expired, ...unknown },
  'somebody with a token that was revoked': { token: revoked, ...unknown },
  'a program of the organisation': { token: () => station.token, verdict: byScope('enterprise') },
  'a token that only enrols': {
    token: () => station.issue({ scope: 'enroll' }),
    verdict: byScope('enroll'),
  },
  'a teacher who is limited to a cart': { token: signedInForCart, verdict: byCart },
  'a headset, of its own record': {
    token: () => headset.token,
    deviceId: headset.id,
    verdict: byScope('device'),
  },
  'a headset, of another record': {
    token: () => headset.token,
    deviceId: another.id,
    verdict: unlessOpen((operation) =>
      allows(operation, 'device') && !operation.path.includes('{deviceId}') ? ADMITTED : 403,
    ),
  },
  'the interface of this computer': { token: openLocalSession, verdict: byScope('enterprise') },
  ...Object.fromEntries(
    ROLES.map((role): [string, Caller] => [
      `a ${role} signed in on this computer`,
      { token: () => signedIn(role), verdict: byRole(role) },
    ]),
  ),
};

/** The same over the local network, before a passcode is set, and the differences with one. */
const overLan =
  (verdict: Caller['verdict']): Caller['verdict'] =>
  (operation) =>
    operation.scopes === 'loopback' ? 401 : verdict(operation);
const LAN_CALLERS: Readonly<Record<string, Caller>> = {
  'nobody, without a token': { token: () => null, verdict: overLan(unknown.verdict) },
  'a program of the organisation': {
    token: () => station.token,
    verdict: overLan((operation) =>
      isOpen(operation) || (allows(operation, 'enterprise') && operation.reach === 'anywhere')
        ? ADMITTED
        : 403,
    ),
  },
  'a token that only enrols': {
    token: () => station.issue({ scope: 'enroll' }),
    verdict: overLan(byScope('enroll')),
  },
  'a headset, of its own record': {
    token: () => headset.token,
    deviceId: headset.id,
    verdict: overLan(byScope('device')),
  },
  'the interface of this computer': {
    token: openLocalSession,
    verdict: overLan(unlessOpen(() => 403)),
  },
};
const ADMINISTRATORS: Readonly<Record<string, Caller>> = {
  'who opened a session with the station’s passcode': {
    token: () => remoteSession(PASSCODE),
    verdict: byScope('enterprise'),
  },
  ...Object.fromEntries(
    ROLES.map((role): [string, Caller] => [
      `a ${role} who signed in over the local network`,
      { token: () => everyone().then(() => remoteSession(passcodeOf(role))), verdict: byRole(role) },
    ]),
  ),
};

let passcode: Promise<unknown> | undefined;

async function remoteSession(passcode: string): Promise<string> {
  const { body } = await callOverLan(port, {
    method: 'POST',
    path: '/station/session',
    body: { passcode },
  });
  return z.string().parse(body['token']);
}

/** Returns a path with the requested ids, and unknown identifiers elsewhere. */
function pathOf({ path }: Operation, deviceId: string): string {
  const androidId = deviceId === headset.id ? headset.androidId : 'nobody';
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'deviceId' ? deviceId : name === 'androidid' ? androidId : 'nobody',
  );
}

/** Sends a body that every operation refuses: only the permission is checked. */
async function callLocally(operation: Operation, deviceId: string, token: string | null): Promise<number> {
  const abort = new AbortController();
  const response = await fetch(station.url + pathOf(operation, deviceId), {
    method: operation.method,
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(operation.method === 'GET' ? {} : { body: '[]' }),
    signal: abort.signal,
  });
  abort.abort();
  return response.status;
}

async function callFromLan(operation: Operation, deviceId: string, token: string | null): Promise<number> {
  const { status } = await callOverLan(port, {
    method: operation.method,
    path: pathOf(operation, deviceId),
    agent,
    ...(token === null ? {} : { token }),
    ...(operation.method === 'GET' ? {} : { body: [] }),
  });
  return status;
}

/** Calls every operation as one caller, and returns the differences from the table. */
async function wrongAnswers(
  { token, deviceId = 'nobody', verdict }: Caller,
  ask: typeof callLocally,
): Promise<string[]> {
  const held = await token();
  const wrong: string[] = [];
  for (const operation of OPERATIONS_AND_CALLERS) {
    const status = await ask(operation, deviceId, held);
    const wanted = verdict(operation);
    const isRight =
      wanted === ADMITTED ? status < 500 && ![401, 403, 405, 429].includes(status) : status === wanted;
    if (!isRight) wrong.push(`${operation.name}: ${status}, not ${wanted}`);
  }
  return wrong;
}

const operationSchema = z.object({ operationId: z.string(), 'x-muster-role': z.string().nullish() });
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
});

test('the table knows every operation of the OpenAPI document and no other, by its method, path and role', async () => {
  const { paths } = documentSchema.parse(await station.document());
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, each]) =>
        `${each.operationId}: ${method.toUpperCase()} ${path} ${each['x-muster-role'] ?? 'nobody'}`,
    ),
  );

  const known = OPERATIONS_AND_CALLERS.map(
    ({ name, method, path, role }) => `${name}: ${method} ${path} ${role ?? 'nobody'}`,
  );
  expect(known.toSorted()).toEqual(served.toSorted());
});

test('the contract states for every operation what the table says: tokens, reach and role', () => {
  const operations = Object.entries({ ...contract, ...streams });
  const reported = operations.map(([name, operation]) => ({
    name,
    scopes: typeof operation.access === 'string' ? operation.access : operation.access.toSorted(),
    reach: reachOf(operation),
    role: roleOf(operation),
    servesCarts: operation.servesCarts === true,
    servesPartners: operation.servesPartners === true,
  }));

  const known = OPERATIONS_AND_CALLERS.filter(({ name }) => name !== 'getMetrics').map(
    ({ name, scopes, reach, role, servesCarts, servesPartners }) => ({
      name,
      scopes: typeof scopes === 'string' ? scopes : scopes.toSorted(),
      reach,
      role,
      servesCarts,
      servesPartners,
    }),
  );
  const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);
  expect(reported.toSorted(byName)).toEqual(known.toSorted(byName));
});

test.each(some(Object.entries(LAN_CALLERS), 3))(
  'over the local network, without a passcode, %s may call what the table says, of all operations',
  async (_name, caller) => {
    expect(await wrongAnswers(caller, callFromLan)).toEqual([]);
  },
);

test.each(some(Object.entries(CALLERS), 5))(
  '%s may call what the table says, of all operations',
  async (_name, caller) => {
    expect(await wrongAnswers(caller, callLocally)).toEqual([]);
  },
);

test.each(some(Object.entries(ADMINISTRATORS), 2))(
  'over the local network %s may call what the table says, of all operations',
  async (_name, caller) => {
    passcode ??= station.call(setLan, { body: { adminPasscode: PASSCODE } });
    await passcode;

    expect(await wrongAnswers(caller, callFromLan)).toEqual([]);
  },
);

test.each([
  ['another organisation', async () => (await station.enterprise()).token],
  ['a token that is attached to no organisation', () => station.issue({ enterpriseId: null })],
  ['another headset', async () => (await station.enrolled()).token],
  ['a teacher who is limited to another cart', signedInForCart],
  ['a token that only enrols', () => station.issue({ scope: 'enroll' })],
] as const)(
  '%s that names our records in valid requests to all operations reads and changes none of them',
  async (_name, input) => {
    const token = await input();
    const label = 'only-ours-42';
    await station.send('PATCH', `/devices/${headset.id}`, { body: { label } });
    const ours = async (): Promise<unknown> => (await station.send('GET', `/devices/${headset.id}`)).body;
    const before = await ours();
    const received: string[] = [];
    const existing = { deviceId: headset.id, enterpriseId: station.enterpriseId };

    for (const operation of OPERATIONS_AND_CALLERS) {
      if (isOpen(operation) || operation.name in REFUSALS_ONLY) continue;
      const reading = readingBodies.find((each) => each === operation.name);
      const values: Readonly<Record<string, string>> = {
        ...EXAMPLE_PARAMS,
        deviceId: headset.id,
        androidid: headset.androidId,
      };
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'nobody');
      const abort = new AbortController();
      const response = await fetch(station.url + path, {
        method: operation.method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(reading === undefined ? {} : { body: JSON.stringify(goodBodyOf(reading, existing)) }),
        signal: abort.signal,
      });
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
      const text = isStream ? '' : await response.text();
      abort.abort();
      const isMentioned =
        text.includes(label) || text.includes(headset.androidId) || text.includes(headset.token);
      if (isMentioned || response.status >= 500 || response.status === 429)
        received.push(`${operation.name}: ${response.status} ${text.slice(0, 120)}`);
    }

    expect(received).toEqual([]);
    expect(await ours()).toEqual(before);
  },
);
