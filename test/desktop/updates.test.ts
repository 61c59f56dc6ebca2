import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeEach, expect, test, vi } from 'vitest';

import { manifestName } from '../../main/app/release-signature.ts';
import { ShellSettings } from '../../main/app/shell-settings.ts';
import { type UpdateParts, Updates } from '../../main/app/updates.ts';

vi.mock('electron', () => import('./stand-in/index.ts'));

const folder = mkdtempSync(join(tmpdir(), 'muster-updates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const sha512 = 'bJ8rV0mZ4cLqT2pXwYd9Ng==';
const name = manifestName(process.platform, process.arch);

/** The part of electron-updater that is used, over the folder of releases: it fetches the list and says what is in it. */
class FolderUpdater {
  autoDownload = true;
  autoInstallOnAppQuit = true;
  allowDowngrade = true;
  readonly did: string[] = [];
  #url = '';
  setFeedURL = (options: unknown): void => {
    this.#url = (options as { url: string }).url;
  };
  checkForUpdates = async (): Promise<object> => {
    const text = await (await fetch(new URL(name, this.#url))).text();
    const version = /^version: (.*)$/m.exec(text)?.[1] ?? '';
    const updateInfo = { version, files: [{ url: 'x', sha512: /sha512: (.*)$/m.exec(text)?.[1] ?? '' }] };
    return { isUpdateAvailable: version !== '0.1.0', updateInfo };
  };
  downloadUpdate = (): Promise<string[]> => {
    this.did.push('download');
    return Promise.resolve([]);
  };
  quitAndInstall = (): void => void this.did.push('install');
}

let updater: FolderUpdater;
let isBusy = false;
let updates: Updates;

function offer(version: string, isSigned = true): void {
  const manifest = `version: ${version}\nfiles:\n  - url: x\n    sha512: ${sha512}\n`;
  const key = isSigned ? privateKey : generateKeyPairSync('ed25519').privateKey;
  writeFileSync(join(folder, name), manifest);
  writeFileSync(join(folder, `${name}.sig`), sign(null, Buffer.from(manifest), key).toString('base64'));
}

beforeEach(() => {
  updater = new FolderUpdater();
  isBusy = false;
  const parts: UpdateParts = {
    load: () => Promise.resolve(updater as unknown as Awaited<ReturnType<UpdateParts['load']>>),
    publicKey: () => publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
  const settings = new ShellSettings(join(mkdtempSync(join(folder, 's-')), 'shell.json'));
  updates = new Updates(settings, () => isBusy, parts);
});

test('updates are off until somebody turns them on, and off is off', async () => {
  offer('0.2.0');
  await updates.start();
  expect(await updates.look()).toMatchObject({ isOn: false, state: 'off' });
  expect(updater.did).toEqual([]);
});

test('from a folder a signed release is fetched, and installed when the person says so, after the station has stopped', async () => {
  offer('0.2.0');
  expect(await updates.set({ isOn: true, feed: folder })).toMatchObject({ state: 'ready', version: '0.2.0' });
  expect(updater).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: false, allowDowngrade: false });
  await updates.install(() => Promise.resolve(void updater.did.push('stop')));
  expect(updater.did).toEqual(['download', 'stop', 'install']);
});

test('what somebody else signed is not fetched', async () => {
  offer('0.2.0', false);
  expect(await updates.set({ isOn: true, feed: folder })).toMatchObject({
    state: 'failed',
    problem: 'SIGNATURE_WRONG',
  });
  expect(updater.did).toEqual([]);
});

test('while headsets enrol or fetch nothing is fetched or installed; afterwards it goes on by itself', async () => {
  offer('0.2.0');
  isBusy = true;
  expect(await updates.set({ isOn: true, feed: folder })).toMatchObject({
    state: 'waiting',
    version: '0.2.0',
  });
  isBusy = false;
  updates.goOn();
  await expect.poll(() => updates.state.state).toBe('ready');
  isBusy = true;
  expect(await updates.install(() => Promise.resolve())).toMatchObject({ state: 'ready' });
  expect(updater.did).toEqual(['download']);
});

test('the version that runs is current; an address that is none, and one that is away, are said', async () => {
  offer('0.1.0');
  expect(await updates.set({ isOn: true, feed: folder })).toMatchObject({ state: 'current' });
  expect(await updates.set({ isOn: true, feed: 'http://plain.example/' })).toMatchObject({
    isOn: false,
    problem: 'FEED_INVALID',
  });
  rmSync(join(folder, `${name}.sig`));
  writeFileSync(join(folder, name), 'version: 0.3.0\n');
  expect(await updates.set({ isOn: true, feed: folder })).toMatchObject({ problem: 'FEED_UNREACHABLE' });
});
