import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { setLan } from '../../shared/contract/network/lan.ts';
import { openSession } from '../../shared/contract/access/tokens.ts';
import { aLanStation, callOverLan } from '../support/a-lan.ts';
import type { TestStation } from '../support/a-station.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { refused, refusedAt } from '../support/refused.ts';

const PASSCODE = 'coral-lagoon-tide';
const MINUTE_MS = 60_000;
// The permissions over the local network are tested for every operation in test/service/access/every-caller.test.ts.

async function enter(
  { port: at }: { port: number },
  passcode: string,
  localAddress = '127.0.0.1',
): Promise<{ status: number; token: string }> {
  const { status, body } = await callOverLan(at, {
    method: 'POST',
    path: '/station/session',
    body: { passcode },
    localAddress,
  });
  return { status, token: typeof body['token'] === 'string' ? body['token'] : '' };
}

/** A station with a passcode and its own clock. */
async function aRemoteStation() {
  const clock = new ManualClock();
  const made = await aLanStation({ clock, rateLimit: 0 });
  await made.station.call(setLan, { body: { adminPasscode: PASSCODE } });
  return { ...made, clock };
}

const setPasscode = (of: TestStation, adminPasscode: string | null) =>
  of.call(setLan, { body: { adminPasscode } });

test('without a passcode nobody gets a session over the local network, with or without a launch token', async () => {
  const made = await aLanStation();
  await using _ = made.station;
  const launchToken = new URL(made.station.service.newLaunchUrl()).hash.replace('#launch=', '');

  for (const body of [{ passcode: PASSCODE }, { launchToken }, {}]) {
    const answer = await callOverLan(made.port, { method: 'POST', path: '/station/session', body });
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  }
  for (const path of ['/', '/docs', '/openapi.json', '/assets/x.js'])
    expect(await callOverLan(made.port, { path })).toMatchObject({ status: 401 });
});

test('the passcode opens a session that administers over the local network and ends after eight hours', async () => {
  const { station: own, port: at, clock } = await aRemoteStation();
  await using _ = own;

  const { status, token } = await enter({ port: at }, PASSCODE);
  const slots = await callOverLan(at, {
    method: 'POST',
    path: '/station/slots',
    token,
    body: { count: 1, labelPrefix: 'R-' },
  });
  const document = await callOverLan(at, { path: '/openapi.json' });
  clock.advance(8 * 60 * MINUTE_MS + 1_000);
  const later = await callOverLan(at, { path: '/station/lan', token });

  expect(status).toBe(200);
  expect(slots.status).toBe(200);
  expect(document.status).toBe(200);
  expect(later).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
});

test('a launch token is not accepted over the local network, nor a passcode on this computer', async () => {
  const { station: own, port: at } = await aRemoteStation();
  await using _ = own;
  const launchToken = new URL(own.service.newLaunchUrl()).hash.replace('#launch=', '');

  const path = '/station/session';
  const over = await callOverLan(at, { method: 'POST', path, body: { launchToken } });
  const here = await own.call(openSession, { token: null, body: { passcode: PASSCODE } });

  expect(over).toMatchObject(refusedAt('passcode'));
  expect(here).toMatchObject(refused(401, 'UNAUTHENTICATED'));
});

test('the passcode is stored nowhere in the data folder and appears in no answer', async () => {
  const { station: own } = await aRemoteStation();
  await using _ = own;

  const { body } = await own.call(setLan, { body: { adminPasscode: PASSCODE } });
  await own.service.stop();

  expect(JSON.stringify(body)).not.toContain(PASSCODE);
  expect(readFileSync(join(own.folder, 'muster.db')).includes(PASSCODE)).toBe(false);
});

test('a new passcode, or none, ends at once the sessions that the old one opened', async () => {
  const { station: own, port: at } = await aRemoteStation();
  await using _ = own;
  const requested = (token: string) => callOverLan(at, { path: '/station/lan', token });
  const first = await enter({ port: at }, PASSCODE);
  expect((await requested(first.token)).status).toBe(200);

  await setPasscode(own, 'another-passcode');
  expect((await requested(first.token)).status).toBe(401);
  expect((await enter({ port: at }, PASSCODE)).status).toBe(401);
  const second = await enter({ port: at }, 'another-passcode');
  expect((await requested(second.token)).status).toBe(200);

  await setPasscode(own, null);
  expect((await requested(second.token)).status).toBe(401);
  expect((await enter({ port: at }, 'another-passcode')).status).toBe(401);
});

test('the passcode is changed on this computer, not over the local network', async () => {
  const { station: own, port: at } = await aRemoteStation();
  await using _ = own;
  const { token } = await enter({ port: at }, PASSCODE);
  const put = (body: object) => callOverLan(at, { method: 'PUT', path: '/station/lan', token, body });

  expect(await put({ adminPasscode: 'another-passcode' })).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await put({ adminPasscode: null })).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await put({ allowsUnpairedEnrolment: false })).toMatchObject({ status: 200 });
});

test('ten wrong passcodes within a minute block an address, even with the right one, and after a restart', async () => {
  const { station: own, port: at, clock } = await aRemoteStation();
  await using _ = own;
  const wrong: number[] = [];
  for (let tries = 0; tries < 10; tries += 1)
    wrong.push((await enter({ port: at }, `wrong-passcode-${tries}`)).status);

  const path = '/station/session';
  const waiting = await callOverLan(at, { method: 'POST', path, body: { passcode: PASSCODE } });
  await own.restart();
  const still = await enter({ port: at }, PASSCODE);
  clock.advance(MINUTE_MS + 1);
  const later = await enter({ port: at }, PASSCODE);

  expect(new Set(wrong)).toEqual(new Set([401]));
  expect(waiting).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
  expect(still.status).toBe(429);
  expect(later.status).toBe(200);
});

test('parallel attempts do not bypass the limit', async () => {
  const { station: own, port: at } = await aRemoteStation();
  await using _ = own;

  const answers = await Promise.all(
    Array.from({ length: 15 }, (_each, index) => enter({ port: at }, `wrong-passcode-${index}`)),
  );

  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
});

test('forty wrong passcodes within a quarter of an hour block all addresses; right ones do not count', async () => {
  const { station: own, port: at, clock } = await aRemoteStation();
  await using _ = own;
  const right = await Promise.all(Array.from({ length: 2 }, () => enter({ port: at }, PASSCODE)));
  expect(new Set(right.map(({ status }) => status))).toEqual(new Set([200]));
  for (let round = 0; round < 4; round += 1) {
    const from = round < 2 ? '127.0.0.2' : '127.0.0.3';
    await Promise.all(Array.from({ length: 10 }, () => enter({ port: at }, 'wrong-passcode', from)));
    clock.advance(MINUTE_MS + 1);
  }

  const waiting = await enter({ port: at }, PASSCODE);
  clock.advance(15 * MINUTE_MS);
  const later = await enter({ port: at }, PASSCODE);

  expect([waiting.status, later.status]).toEqual([429, 200]);
  // Over forty passcodes are hashed, each taking a while.
});
