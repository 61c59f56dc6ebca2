import { afterAll, expect, test } from 'vitest';

import { closeSession, issueToken, openSession } from '../../../../shared/contract/access/tokens.ts';
import { aLanStation, callOverLan } from '../../../support/a-lan.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { aPerson, passcodeOf } from '../../../support/people.ts';

const clock = new ManualClock();
const { station, port } = await aLanStation({ clock, rateLimit: 0 });
afterAll(() => station[Symbol.asyncDispose]());
await aPerson(station, 'Ada', 'technician');

const signIn = async () => {
  const body = { passcode: passcodeOf('Ada') };
  const opened = await callOverLan(port, { method: openSession.method, path: openSession.path, body });
  expect(opened.status).toBe(200);
  return { token: String(opened.body['token']), expiresAt: String(opened.body['expiresAt']) };
};
const issue = async (token: string, expiresInSec?: number) => {
  const body = { scope: 'enterprise', ...(expiresInSec === undefined ? {} : { expiresInSec }) };
  const issued = await callOverLan(port, { method: issueToken.method, path: issueToken.path, token, body });
  expect(issued.status).toBe(200);
  return { token: String(issued.body['token']), expiresAt: String(issued.body['expiresAt']) };
};
const statusOf = async (token: string) => (await station.send('GET', '/devices', { token })).status;

test('a token made in a session over the local network ends with it, and so does one made with that token', async () => {
  const session = await signIn();
  const child = await issue(session.token);
  // On this computer: a program may not issue tokens over the network.
  const issued = await station.call(issueToken, { body: { scope: 'enterprise' }, token: child.token });
  const grandchild = issued.body;
  const { body: local } = await station.call(issueToken, { body: { scope: 'enterprise' } });
  expect(await Promise.all([child, grandchild].map(({ token }) => statusOf(token)))).toEqual([200, 200]);

  const { method, path } = closeSession;
  expect((await callOverLan(port, { method, path, token: session.token })).status).toBe(204);

  expect(await Promise.all([child, grandchild].map(({ token }) => statusOf(token)))).toEqual([401, 401]);
  expect(await statusOf(local.token)).toBe(200);
});

test('such a token expires with its session at the latest, also after a restart', async () => {
  const session = await signIn();
  const child = await issue(session.token, 30 * 86_400);
  const brief = await issue(session.token, 60);
  expect(Date.parse(child.expiresAt)).toBeLessThanOrEqual(Date.parse(session.expiresAt));
  expect(Date.parse(brief.expiresAt) - clock.now()).toBeLessThan(62_000);
  await station.restart();
  expect(await statusOf(child.token)).toBe(200);

  clock.advance(Date.parse(session.expiresAt) - clock.now());

  expect(await statusOf(child.token)).toBe(401);
});
