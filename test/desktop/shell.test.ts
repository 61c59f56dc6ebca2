import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { contract } from '../../shared/contract/index.ts';
import { bridgeOver, ipc, type MusterBridge } from '../../shared/ipc.ts';
import * as electron from './electron-stand-in.ts';

vi.mock('electron', () => import('./electron-stand-in.ts'));

const folder = mkdtempSync(join(tmpdir(), 'muster-desktop-'));
let window: electron.BrowserWindow;
let bridge: MusterBridge;

/** The frame of our own page that asks. */
function ourFrame(): { sender: unknown; senderFrame: { url: string; parent: unknown } } {
  return {
    sender: window.webContents,
    senderFrame: { url: `${window.webContents.url}/fleet`, parent: null },
  };
}

beforeAll(async () => {
  const { runDesktop } = await import('../../main/app/desktop.ts');
  const opened = once(electron.app, 'web-contents-created');
  runDesktop(['--data', folder, '--port', '0', '--log-level', 'silent']);
  await opened;
  const [first] = electron.windows;
  if (first === undefined) throw new Error('No window');
  window = first;
  await vi.waitUntil(() => window.webContents.url !== '');
  bridge = bridgeOver((channel, request) => electron.askFrom(ourFrame(), channel, request));
});

afterAll(() => {
  for (const child of electron.serviceProcesses) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe('the window', () => {
  test('shows the page of its own station', () => {
    expect(window.webContents.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(window.isShown).toBe(true);
  });

  test('runs its page in a sandbox, away from Node', () => {
    expect(window.options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
    });
  });

  test.for(['will-frame-navigate', 'will-redirect'] as const)('stays at its station on %s', (how) => {
    expect(window.webContents.tryToGo(how, `${window.webContents.url}/enrol`)).toBe(true);
    expect(window.webContents.tryToGo(how, 'https://example.com/')).toBe(false);
    expect(window.webContents.tryToGo(how, 'file:///etc/passwd')).toBe(false);
  });

  test('opens no other window', () => {
    const details = { url: 'https://example.com/' } as Parameters<
      NonNullable<typeof window.webContents.openHandler>
    >[0];
    expect(window.webContents.openHandler?.(details)).toEqual({ action: 'deny' });
  });

  test('embeds no page', () => {
    const event = { preventDefault: vi.fn<() => void>() };
    window.webContents.emit('will-attach-webview', event);
    expect(event.preventDefault).toHaveBeenCalledOnce();
  });

  test('has no permission, whatever it asks for', () => {
    const decided = vi.fn<(isGranted: boolean) => void>();
    electron.permissions.request?.(
      ...(['page', 'media', decided] as unknown as Parameters<typeof electron.permissions.request>),
    );
    expect(decided).toHaveBeenCalledExactlyOnceWith(false);
    expect(Reflect.apply(electron.permissions.check ?? (() => true), undefined, [])).toBe(false);
  });
});

describe('the bridge', () => {
  test('gives a session that the station takes', async () => {
    const { url, token } = await bridge.connection();
    const answer = await fetch(url + contract.getStation.path, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
  });

  test('gives a fresh session at every call', async () => {
    const [first, second] = await Promise.all([bridge.connection(), bridge.connection()]);
    expect(first.token).not.toBe(second.token);
  });

  test('says what the window runs on', async () => {
    vi.stubGlobal('process', { ...process, versions: { ...process.versions, electron: '45.0.0' } });
    expect(await bridge.appInfo()).toEqual({
      version: '0.0.0-test',
      electron: '45.0.0',
      platform: process.platform,
    });
    vi.unstubAllGlobals();
  });

  test('answers no page of another origin', async () => {
    const from = { ...ourFrame(), senderFrame: { url: 'https://example.com/', parent: null } };
    await expect(electron.askFrom(from, ipc.connection.channel)).rejects.toThrow('not ours');
  });

  test('answers no frame inside our page', async () => {
    const { sender, senderFrame } = ourFrame();
    const from = { sender, senderFrame: { ...senderFrame, parent: senderFrame } };
    await expect(electron.askFrom(from, ipc.connection.channel)).rejects.toThrow('not ours');
  });

  test('answers no other window', async () => {
    const from = { ...ourFrame(), sender: {} };
    await expect(electron.askFrom(from, ipc.connection.channel)).rejects.toThrow('not ours');
  });

  test('answers no frame that is gone', async () => {
    const from = { ...ourFrame(), senderFrame: null };
    await expect(electron.askFrom(from, ipc.connection.channel)).rejects.toThrow('not ours');
  });

  test('takes no question of the wrong shape', async () => {
    await expect(electron.askFrom(ourFrame(), ipc.connection.channel, { all: true })).rejects.toThrow(
      'undefined',
    );
  });
});

test('a second start shows the window of the first', () => {
  const focused = vi.fn<() => void>();
  window.once('stand-in-focused', focused);
  electron.app.emit('second-instance');
  expect(focused).toHaveBeenCalledOnce();
});

// The last two in this order: what they end does not come back.

test('a station that dies comes back, and the window goes where it is', async () => {
  const loaded = once(window, 'stand-in-loaded');
  electron.serviceProcesses.at(-1)?.kill('SIGKILL');
  await loaded;
  expect(electron.serviceProcesses).toHaveLength(2);
  const { url, token } = await bridge.connection();
  expect(url).toBe(window.webContents.url);
  const answer = await fetch(url + contract.getStation.path, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
});

test('quitting waits until the station has ended cleanly', async () => {
  const service = electron.serviceProcesses.at(-1);
  const quit = once(electron.app, 'stand-in-quit');
  electron.app.quit();
  await quit;
  expect(service?.exitCode).toBe(0);
});
