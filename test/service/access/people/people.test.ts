import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

import { listPeople, removePerson, updatePerson } from '../../../../shared/contract/access/people.ts';
import { closeSession, getSession, openSession } from '../../../../shared/contract/access/tokens.ts';
import { aLanStation, callOverLan } from '../../../support/a-lan.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { aPerson, passcodeOf, signInLocally } from '../../../support/people.ts';
import { refused, refusedAt } from '../../../support/refused.ts';

const clock = new ManualClock();
const { station, port } = await aLanStation({ clock, rateLimit: 0 });
afterAll(() => station[Symbol.asyncDispose]());

const overLan = (passcode: string) =>
  callOverLan(port, { method: 'POST', path: '/station/session', body: { passcode } });
const who = (token: string) => station.call(getSession, { token });

test('a person’s passcode opens a session with the role, here and over the local network, and signing out ends it', async () => {
  expect((await overLan(passcodeOf('Ada'))).status).toBe(401);
  const id = await aPerson(station, 'Ada', 'teacher');

  const here = await signInLocally(station, passcodeOf('Ada'));
  const there = await overLan(passcodeOf('Ada'));
  expect(here.body).toMatchObject({ role: 'teacher', person: { id, name: 'Ada' } });
  expect(there.body).toMatchObject({ role: 'teacher', person: { id, name: 'Ada' } });
  expect((await who(here.body.token)).body).toMatchObject({ role: 'teacher', person: { id, name: 'Ada' } });
  expect((await station.call(listPeople)).body.items).toMatchObject([{ name: 'Ada', sessions: 2 }]);
  // The page itself is served over the network as soon as a person can sign in there.
  expect((await callOverLan(port, { path: '/openapi.json' })).status).toBe(200);

  await station.call(closeSession, { token: here.body.token });
  expect((await who(here.body.token)).status).toBe(401);
  expect((await station.call(listPeople)).body.items).toMatchObject([{ sessions: 1 }]);
  expect(await station.call(closeSession)).toMatchObject(refused(400, 'VALIDATION_FAILED'));
  clock.advance(8 * 3_600_000 + 1_000);
  expect(
    (await callOverLan(port, { path: '/station/session', token: String(there.body['token']) })).status,
  ).toBe(401);
});

test('a new passcode or role, and removal, end the open sessions; a new name does not', async () => {
  const personId = await aPerson(station, 'Bea', 'viewer');
  const change = (body: object) => station.call(updatePerson, { params: { personId }, body });
  const first = (await signInLocally(station, passcodeOf('Bea'))).body.token;

  await change({ name: 'Beatrice' });
  expect((await who(first)).body.person).toEqual({ id: personId, name: 'Beatrice' });
  await change({ role: 'teacher' });
  expect((await who(first)).status).toBe(401);

  const second = await signInLocally(station, passcodeOf('Bea'));
  expect(second.body.role).toBe('teacher');
  await change({ passcode: 'another passcode' });
  expect((await who(second.body.token)).status).toBe(401);
  expect((await signInLocally(station, passcodeOf('Bea'))).status).toBe(401);

  const third = (await signInLocally(station, 'another passcode')).body.token;
  await station.call(removePerson, { params: { personId } });
  expect((await who(third)).status).toBe(401);
  expect((await signInLocally(station, 'another passcode')).status).toBe(401);
});

test('a name and a passcode belong to one person; nobody is added over the network', async () => {
  await aPerson(station, 'Cem', 'technician');
  const add = (body: object) => station.send('POST', '/station/people', { body });
  const taken = { name: 'cem', role: 'viewer', passcode: 'a passcode of his own' };
  const same = { name: 'Dan', role: 'viewer', passcode: passcodeOf('Cem') };
  const { body } = await overLan(passcodeOf('Cem'));
  const token = String(body['token']);

  expect(await add(taken)).toMatchObject(refused(409, 'CONFLICT'));
  expect(await add(same)).toMatchObject(refused(409, 'CONFLICT'));
  expect(await add({ ...same, passcode: 'short' })).toMatchObject(refusedAt('passcode'));
  const remote = { path: '/station/people', token };
  expect((await callOverLan(port, remote)).status).toBe(200);
  expect(
    await callOverLan(port, { ...remote, method: 'POST', body: { ...taken, name: 'Eve' } }),
  ).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN' },
  });
});

test('people are sorted by name in natural order', async () => {
  for (const name of ['Room 10', 'Élodie', 'Room 9', 'Eric']) await aPerson(station, name, 'viewer');

  const { items } = (await station.call(listPeople)).body;

  const names = items.map(({ name }) => name).filter((name) => /^[EÉR]/.test(name));
  expect(names).toEqual(['Élodie', 'Eric', 'Room 9', 'Room 10']);
});

test('a person’s passcode survives a restart and is stored nowhere in the data folder', async () => {
  await aPerson(station, 'Fay', 'viewer');

  await station.restart();

  expect((await signInLocally(station, passcodeOf('Fay'))).status).toBe(200);
  for (const file of readdirSync(station.folder).filter((name) => name.includes('.db')))
    expect(readFileSync(join(station.folder, file)).includes(passcodeOf('Fay'))).toBe(false);
});

test('guesses are limited as for the station’s own passcode', async () => {
  clock.advance(15 * 60_000 + 1_000);
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_each, index) => signInLocally(station, `a guess number ${index}`)),
  );

  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(2);
  expect((await signInLocally(station, passcodeOf('Fay'))).status).toBe(429);
  clock.advance(60_001);
  expect(
    (await station.call(openSession, { body: { passcode: passcodeOf('Fay') }, token: null })).status,
  ).toBe(200);
});
