import { expect, test } from 'vitest';

import { getToken, listTokens, openSession } from '../../../../shared/contract/access/tokens.ts';
import { aStation } from '../../../support/a-station.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const DAY_MS = 86_400_000;
const clock = new ManualClock();
const station = await aSharedStation({ clock });
const aLaunchToken = () => new URL(station.service.newLaunchUrl()).hash.replace('#launch=', '');
const open = (launchToken: unknown) => station.call(openSession, { body: { launchToken }, token: null });

test('the launch token is in the fragment of the address, which no server and no log receives', () => {
  const url = new URL(station.service.newLaunchUrl());

  expect(url.search).toBe('');
  expect(url.hash).toMatch(/^#launch=[\w-]{32}$/);
});

test('a launch token opens one session of the station’s own organisation', async () => {
  const { status, body } = await open(aLaunchToken());

  expect(status).toBe(200);
  expect(body.enterpriseId).toBe(station.enterpriseId);
  expect((await station.send('GET', '/devices', { token: body.token })).status).toBe(200);
});

test('a launch token works once', async () => {
  const launchToken = aLaunchToken();
  await open(launchToken);

  expect(await open(launchToken)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
});

test('two browsers with the same launch token at the same time get one session', async () => {
  const launchToken = aLaunchToken();

  const answers = await Promise.all([open(launchToken), open(launchToken)]);

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
});

test('a guessed launch token, or none, is refused', async () => {
  expect(await open('guess')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  expect(await open('x'.repeat(256))).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  expect(await open('')).toMatchObject(refusedAt('launchToken'));
  expect(await open(undefined)).toMatchObject(refusedAt('launchToken'));
});

test('a launch token does not outlive the process that printed it', async () => {
  const launchToken = aLaunchToken();

  await station.restart();

  expect(await open(launchToken)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
});

test('repeated requests for addresses keep the newest valid, not the oldest', async () => {
  const launchTokens = Array.from({ length: 30 }, aLaunchToken);

  expect(await open(launchTokens[0])).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  expect((await open(launchTokens.at(-1))).status).toBe(200);
});

test('a session survives a restart and ends after a day', async () => {
  const { body } = await open(aLaunchToken());
  const ask = async () => (await station.send('GET', '/station', { token: body.token })).status;

  await station.restart();
  expect(await ask()).toBe(200);
  clock.advance(DAY_MS + 1_000);
  expect(await ask()).toBe(401);
});

test('sessions appear in no list of tokens', async () => {
  const { body } = await open(aLaunchToken());
  const payload = JSON.parse(Buffer.from(body.token.split('.')[1] ?? '', 'base64url').toString()) as {
    jti: string;
  };

  const list = await station.call(listTokens);

  expect(list.body.items.map(({ id }) => id)).not.toContain(payload.jti);
  expect((await station.call(getToken, { params: { tokenId: payload.jti } })).status).toBe(200);
});

test('a session has no rate limit', async () => {
  await using limited = await aStation({ rateLimit: 3 });
  const launchToken = new URL(limited.service.newLaunchUrl()).hash.replace('#launch=', '');
  const { body } = await limited.call(openSession, { body: { launchToken }, token: null });

  const statuses = await Promise.all(
    Array.from(
      { length: 20 },
      async () => (await limited.send('GET', '/station', { token: body.token })).status,
    ),
  );

  expect(new Set(statuses)).toEqual(new Set([200]));
});
