import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeEach, expect, test, vi } from 'vitest';

import { appUpdates } from '../../main/app/app-updates.ts';
import { ShellSettings } from '../../main/app/shell-settings.ts';
import { Updates } from '../../main/updates/updates.ts';
import { system } from './stand-in/index.ts';
import { FolderUpdater, manifest, offerRelease } from './stand-in/releases.ts';

vi.mock('electron', () => import('./stand-in/index.ts'));

const folder = mkdtempSync(join(tmpdir(), 'muster-updates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { privateKey, publicKey } = generateKeyPairSync('ed25519');

let updater: FolderUpdater;
let isBusy = false;
let settings: ShellSettings;
let updates: Updates;
const station = {
  stop: (): Promise<void> => Promise.resolve(void updater.did.push('stop')),
  resume: (): void => void updater.did.push('resume'),
};

beforeEach(() => {
  updater = new FolderUpdater();
  isBusy = false;
  settings = new ShellSettings(join(mkdtempSync(join(folder, 's-')), 'shell.json'));
  updates = new Updates(settings, () => isBusy, updater.parts(publicKey));
});

test('updates are off until a person turns them on, and off means no request', async () => {
  offerRelease(folder, '0.2.0', privateKey);
  await updates.start();
  expect(await updates.check()).toMatchObject({ isOn: false, state: 'off' });
  expect(updater.did).toEqual([]);
});

test('a copy built without the release key makes no request and trusts no release', async () => {
  offerRelease(folder, '0.2.0', privateKey);
  const fetched = vi.spyOn(globalThis, 'fetch');
  system.app.isPackaged = true;
  const keyless = new Updates(settings, () => false, appUpdates);
  const unavailable = { state: 'unavailable', version: null, problem: null };
  expect(await keyless.set({ isOn: true, feed: folder })).toMatchObject(unavailable);
  await keyless.start();
  expect(await keyless.check()).toMatchObject(unavailable);
  expect(await keyless.install(station)).toMatchObject(unavailable);
  expect(fetched).not.toHaveBeenCalled();
  expect(updater.did).toEqual([]);
  system.app.isPackaged = false;
  fetched.mockRestore();
});

test('a signed release is fetched from a folder, and installed on request, after the station has stopped', async () => {
  offerRelease(folder, '0.2.0', privateKey);
  expect(await updates.set({ isOn: true, feed: folder })).toMatchObject({ state: 'ready', version: '0.2.0' });
  expect(updater).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: false, allowDowngrade: false });
  await Promise.all([updates.install(station), updates.install(station)]);
  expect(updater.did).toEqual(['download', 'stop', 'install']);
});

test('if the installer does not start the station restarts, and the failure is shown', async () => {
  offerRelease(folder, '0.2.0', privateKey);
  await updates.set({ isOn: true, feed: folder });
  expect(await updates.install(station)).toMatchObject({ state: 'installing' });
  updater.fail();
  expect(updates.state).toMatchObject({ state: 'failed', version: '0.2.0', problem: 'INSTALL_FAILED' });
  expect(updater.did).toEqual(['download', 'stop', 'install', 'resume']);
});

test('a list that was signed too long ago is not trusted, whether it has a newer version or not', async () => {
  const halfAYearAgoMs = Date.now() - 181 * 86_400_000;
  for (const version of ['0.2.0', '0.1.0']) {
    offerRelease(folder, version, privateKey, halfAYearAgoMs);
    expect(await updates.set({ isOn: true, feed: folder })).toMatchObject({
      state: 'failed',
      problem: 'LIST_EXPIRED',
    });
  }
  expect(updater.did).toEqual([]);
});

test('a release signed by another key is not fetched', async () => {
  offerRelease(folder, '0.2.0');
  expect(await updates.set({ isOn: true, feed: folder })).toMatchObject({
    state: 'failed',
    problem: 'SIGNATURE_WRONG',
  });
  expect(updater.did).toEqual([]);
});

test('while headsets enrol or download, no update is fetched or installed; afterwards it continues automatically', async () => {
  offerRelease(folder, '0.2.0', privateKey);
  isBusy = true;
  expect(await updates.set({ isOn: true, feed: folder })).toMatchObject({
    state: 'waiting',
    version: '0.2.0',
    isBusy: true,
  });
  isBusy = false;
  updates.resume();
  await expect.poll(() => updates.state.state).toBe('ready');
  isBusy = true;
  expect(await updates.install(station)).toMatchObject({ state: 'ready' });
  expect(updater.did).toEqual(['download']);
});

test('a source that was changed during a download has no further effect', async () => {
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  offerRelease(elsewhere, '0.1.0', privateKey);
  offerRelease(folder, '0.2.0', privateKey);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  updater.arrives = () => promise;
  const first = updates.set({ isOn: true, feed: folder });
  await expect.poll(() => updates.state.state).toBe('downloading');
  const second = updates.set({ isOn: true, feed: elsewhere });
  resolve(undefined);
  await Promise.all([first, second]);
  expect(updates.state).toMatchObject({ feed: elsewhere, state: 'current', version: null });
});

test('the running version is reported as current; an invalid and an unreachable address are reported', async () => {
  offerRelease(folder, '0.1.0', privateKey);
  expect(await updates.set({ isOn: true, feed: folder })).toMatchObject({ state: 'current' });
  expect(await updates.set({ isOn: true, feed: 'http://plain.example/' })).toMatchObject({
    isOn: false,
    problem: 'FEED_INVALID',
  });
  offerRelease(folder, '0.2.0', privateKey);
  updater.arrives = () => Promise.reject(new Error('The cable was pulled'));
  expect(await updates.set({ isOn: true, feed: folder })).toMatchObject({
    version: '0.2.0',
    problem: 'DOWNLOAD_FAILED',
  });
  rmSync(join(folder, `${manifest}.sig`));
  writeFileSync(join(folder, manifest), 'version: 0.3.0\n');
  expect(await updates.set({ isOn: true, feed: folder })).toMatchObject({ problem: 'FEED_UNREACHABLE' });
});
