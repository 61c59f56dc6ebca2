import { afterAll, expect, test } from 'vitest';

import { openSession } from '../../../../shared/contract/access/tokens.ts';
import { listAudit } from '../../../../shared/contract/operations/audit.ts';
import {
  checkForUpdates,
  getProgram,
  getUpdates,
  installUpdate,
  openProgramWindow,
  quitProgram,
  setUpdates,
} from '../../../../shared/contract/operations/program.ts';
import type { ProgramUpdates } from '../../../../main/service/kernel/station-host.ts';
import type { UpdateState } from '../../../../shared/update-state.ts';
import { aLanStation, callOverLan } from '../../../support/a-lan.ts';
import { aPerson, passcodeOf } from '../../../support/people.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

let quits = 0;
/** A program whose updates write down what they are asked. */
const asked: unknown[] = [];
const state: UpdateState = {
  isOn: false,
  feed: '',
  state: 'off',
  isBusy: false,
  version: null,
  problem: null,
};
const answer = (question: unknown): UpdateState => {
  asked.push(question);
  return state;
};
const updates: ProgramUpdates = {
  state,
  set: (settings) => Promise.resolve(answer(settings)),
  check: () => Promise.resolve(answer('check')),
  install: () => answer('install'),
};
const { station, port } = await aLanStation({
  rateLimit: 0,
  program: { quit: () => (quits += 1), updates },
});
afterAll(() => station[Symbol.asyncDispose]());
const headless = await aSharedStation();

test('a station that nobody quits in the interface says so, and refuses to quit', async () => {
  expect((await headless.call(getProgram)).body).toEqual({
    version: '0.0.0-test',
    canQuit: false,
    updates: 'elsewhere',
  });
  expect(await headless.call(quitProgram)).toMatchObject(refused(409, 'CONFLICT'));
  expect(await headless.call(getUpdates)).toMatchObject(refused(409, 'CONFLICT'));
  expect(await headless.call(installUpdate)).toMatchObject(refused(409, 'CONFLICT'));
});

test('a second start gets a URL that opens the interface once, and the version that runs', async () => {
  const { body } = await station.call(openProgramWindow);
  expect(body.version).toBe('0.0.0-test');
  const [origin, launchToken] = body.url.split('/#launch=');
  expect(origin).toBe(station.url);
  const open = async () => (await station.call(openSession, { token: null, body: { launchToken } })).status;
  expect([await open(), await open()]).toEqual([200, 401]);
});

test('quitting is answered, recorded, and asks the program to end', async () => {
  expect((await station.call(getProgram)).body.canQuit).toBe(true);
  const before = quits;
  expect((await station.call(quitProgram)).status).toBe(204);
  expect(quits).toBe(before + 1);
  const recorded = async () => (await station.call(listAudit)).body.items.map(({ operation }) => operation);
  await expect.poll(recorded).toContain('quitProgram');
});

test('the program’s updates are shown, set, checked and installed', async () => {
  expect((await station.call(getProgram)).body.updates).toBe('here');
  expect((await station.call(getUpdates)).body).toEqual(state);
  const settings = { isOn: true, feed: '/media/stick' };
  expect((await station.call(setUpdates, { body: settings })).body).toEqual(state);
  expect((await station.call(checkForUpdates)).body).toEqual(state);
  expect((await station.call(installUpdate)).body).toEqual(state);
  expect(asked).toEqual([settings, 'check', 'install']);
});

test('only the station’s own organisation, on the station’s own computer, opens windows, quits or updates', async () => {
  const before = quits;
  const { token } = await station.enterprise();
  expect(await station.call(openProgramWindow, { token })).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await station.call(quitProgram, { token })).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await station.call(installUpdate, { token })).toMatchObject(refused(403, 'FORBIDDEN'));
  expect((await station.call(getProgram, { token })).body).toMatchObject({
    canQuit: false,
    updates: 'elsewhere',
  });

  await aPerson(station, 'Ada', 'technician');
  const signIn = { method: 'POST', path: '/station/session', body: { passcode: passcodeOf('Ada') } };
  const remote = { token: String((await callOverLan(port, signIn)).body['token']) };
  const overLan = (method: string, path: string) => callOverLan(port, { ...remote, method, path });
  expect(await overLan('POST', '/station/program/window')).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await overLan('POST', '/station/program/quit')).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await overLan('POST', '/station/program/updates/install')).toMatchObject(refused(403, 'FORBIDDEN'));
  expect((await overLan('GET', '/station/program')).body).toMatchObject({
    canQuit: false,
    updates: 'elsewhere',
  });
  expect(quits).toBe(before);
});
