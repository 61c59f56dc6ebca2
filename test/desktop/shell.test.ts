import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { Wakefulness as WakefulnessClass } from '../../main/app/power.ts';
import { contract } from '../../shared/contract/index.ts';
import { createCodes, createSlots } from '../../shared/contract/operations/station.ts';
import { ipc, type MusterBridge } from '../../shared/ipc.ts';
import { expectAccessible } from '../browser/axe.ts';

import { aShellRig, type ShellRig } from './stand-in/a-shell.ts';
import { app, BrowserWindow, person, system, fakePowerMonitor } from './stand-in/index.ts';
import { channels } from './stand-in/pages.ts';
import { testPanel } from './stand-in/panel.ts';
import { FolderUpdater } from './stand-in/releases.ts';

vi.mock('electron', () => import('./stand-in/index.ts'));

type InPage = { readonly muster: MusterBridge };

let Wakefulness: typeof WakefulnessClass;
let rig: ShellRig;
let window: (typeof person.windows)[number];
let page: Page;
const updater = new FolderUpdater();
const releaseKeys = generateKeyPairSync('ed25519');

const path = (): string => new URL(page.url()).pathname;

beforeAll(async () => {
  rig = await aShellRig();
  // The login entry is there on Linux.
  vi.stubEnv('XDG_CONFIG_HOME', join(rig.folder, '..', 'config'));
  const { runDesktop } = await import('../../main/app/desktop.ts');
  ({ Wakefulness } = await import('../../main/app/power.ts'));
  runDesktop(rig.flags, { ...rig.parts, updates: updater.parts(releaseKeys.publicKey) });
  await vi.waitUntil(() => person.windows[0]?.isShown === true, { timeout: 120_000 });
  const [first] = person.windows;
  if (first === undefined) throw new Error('No window');
  window = first;
  page = await first.contents.page;
});

afterAll(() => rig[Symbol.asyncDispose]());

/** Calls a method as a page would, from any frame. */
function invokeFrom(
  from: { sender: unknown; senderFrame: unknown },
  channel: string,
  ...values: unknown[]
): unknown {
  return Reflect.apply(channels.get(channel) ?? (() => undefined), undefined, [from, ...values]);
}

function ourFrame(): { sender: unknown; senderFrame: { url: string; parent: unknown } } {
  return { sender: window.webContents, senderFrame: { url: `${page.url()}fleet`, parent: null } };
}

describe('the window', () => {
  test('shows the interface of its own station, with its own session', async () => {
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    await page.getByRole('heading', { name: 'No headsets yet.' }).waitFor();
    await page.screenshot({ path: '.build/desktop-window.png' });
  });

  test('runs its page in a sandbox, away from Node', () => {
    expect(window.options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
    });
  });

  test('stays at its station, whatever its page tries to load', async () => {
    const before = page.url();
    const elsewhere = ['https://example.com/', 'http://127.0.0.1:1/'];
    for (const url of elsewhere) {
      await page.evaluate((to) => void (location.href = to), url).catch(() => undefined);
      await expect.poll(() => window.contents.refused).toContain(url);
    }
    await page.evaluate((to) => void (location.href = to), `${before}?next=1`);
    await page.waitForURL(`${before}?next=1`);
    expect(window.contents.refused).toEqual(elsewhere);
    expect(person.openedOutside).toEqual([]);
  });

  test('opens addresses of the allow-list in the browser, and never opens another window', async () => {
    const opened = await page.evaluate(() => [
      globalThis.open('https://github.com/muster-station/muster'),
      globalThis.open('https://example.com/'),
      globalThis.open('http://github.com/'),
      globalThis.open('https://github.com.example.com/'),
      globalThis.open('file:///etc/passwd'),
    ]);
    expect(opened).toEqual([null, null, null, null, null]);
    await expect.poll(() => person.openedOutside).toEqual(['https://github.com/muster-station/muster']);
    expect(person.windows).toHaveLength(1);
  });

  test('embeds no page, and has no permission, whatever the page requests', () => {
    const event = { preventDefault: vi.fn<() => void>() };
    window.contents.emit('will-attach-webview', event);
    expect(event.preventDefault).toHaveBeenCalledOnce();
    const mayHave = (permission: string, requestingUrl: string): boolean[] => {
      const decided = vi.fn<(isGranted: boolean) => void>();
      const question = ['page', permission, decided, { requestingUrl }];
      Reflect.apply(person.permissions.request ?? (() => undefined), undefined, question);
      const checked: unknown = Reflect.apply(person.permissions.check ?? (() => true), undefined, [
        'page',
        permission,
        requestingUrl,
      ]);
      return [decided.mock.calls[0]?.[0] === true, checked === true];
    };
    expect(mayHave('media', page.url())).toEqual([false, false]);
    expect(mayHave('clipboard-read', page.url())).toEqual([false, false]);
    expect(mayHave('clipboard-sanitized-write', page.url())).toEqual([true, true]);
    expect(mayHave('clipboard-sanitized-write', 'https://elsewhere.example/')).toEqual([false, false]);
    expect(Reflect.apply(person.permissions.device ?? (() => true), undefined, [])).toBe(false);
  });

  test('has a strict policy on every page that the station serves', async () => {
    const { origin } = new URL(page.url());
    const pages = await Promise.all(
      ['/', '/fleet', '/enrol', '/docs'].map((each) =>
        fetch(origin + each, { headers: { accept: 'text/html' } }),
      ),
    );
    for (const { headers } of pages) {
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/);
      expect(policy).not.toContain('unsafe');
    }
    const api = await fetch(`${origin}/healthz`);
    expect(api.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(api.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('the bridge', () => {
  const inPage = <Result>(ask: (bridge: InPage) => Promise<Result>): Promise<Result> =>
    page.evaluate(`(${String(ask)})(window)`);

  test('gives the page a new session at every call, which the station accepts', async () => {
    const first = await inPage(({ muster }) => muster.connection());
    const second = await inPage(({ muster }) => muster.connection());
    expect(first.token).not.toBe(second.token);
    const answer = await fetch(first.url + contract.getStation.path, {
      headers: { authorization: `Bearer ${first.token}` },
    });
    expect(answer.status).toBe(200);
  });

  test('has fewer than twenty methods, each from the one schema', async () => {
    const verbs = await page.evaluate(() => Object.keys((window as unknown as InPage).muster));
    expect(new Set(verbs)).toEqual(new Set(Object.keys(ipc)));
    expect(verbs.length).toBeLessThan(20);
    expect(new Set(channels.keys())).toEqual(new Set(Object.values(ipc).map(({ channel }) => channel)));
  });

  test('reports the platform and how the key is stored, even if that is weak', async () => {
    const ask = () => inPage(({ muster }) => muster.appInfo());
    expect(await ask()).toMatchObject({
      version: '0.0.0-test',
      platform: process.platform,
      keyProtection: 'system',
    });
    person.secrets.backend = 'basic_text';
    expect(await ask()).toMatchObject({ keyProtection: process.platform === 'linux' ? 'weak' : 'system' });
    person.secrets.isAvailable = false;
    expect(await ask()).toMatchObject({ keyProtection: 'file' });
    Object.assign(person.secrets, { isAvailable: true, backend: 'gnome_libsecret' });
  });

  test('prints the page, saves a text where the person chooses, and notifies the person', async () => {
    expect(await inPage(({ muster }) => muster.print())).toEqual({ isPrinted: true });
    expect(window.contents.printed[0]?.bytes).toBeGreaterThan(1_000);
    const save = () => inPage(({ muster }) => muster.saveText({ name: 'fleet.csv', text: 'a;b' }));
    expect(await save()).toEqual({ isSaved: false });
    person.savesTo = join(rig.folder, 'kept.csv');
    expect(await save()).toEqual({ isSaved: true });
    expect(readFileSync(person.savesTo, 'utf8')).toBe('a;b');
    await inPage(({ muster }) => muster.notify({ title: 'Done', body: '30 of 30 are ready' }));
    expect(person.notifications).toEqual([{ title: 'Done', body: '30 of 30 are ready' }]);
  });

  test.for([
    ['another origin', () => ({ ...ourFrame(), senderFrame: { url: 'https://example.com/', parent: null } })],
    [
      'a page that is a file',
      () => ({ ...ourFrame(), senderFrame: { url: 'data:text/html,x', parent: null } }),
    ],
    [
      'a frame inside our page',
      () => ({ ...ourFrame(), senderFrame: { ...ourFrame().senderFrame, parent: {} } }),
    ],
    ['another window', () => ({ ...ourFrame(), sender: {} })],
    ['a frame that is gone', () => ({ ...ourFrame(), senderFrame: null })],
  ] as const)('does not answer %s', async ([, from]) => {
    for (const { channel } of Object.values(ipc)) {
      await expect(invokeFrom(from(), channel)).rejects.toThrow('foreign page');
    }
  });

  test('refuses a request of the wrong shape', async () => {
    await expect(invokeFrom(ourFrame(), ipc.connection.channel, { all: true })).rejects.toThrow('undefined');
    await expect(invokeFrom(ourFrame(), ipc.saveText.channel, { name: '../../x', text: '' })).rejects.toThrow(
      'name',
    );
  });
});

describe('the program', () => {
  test('keeps the computer awake only while data is being sent to headsets', () => {
    const wakefulness = new Wakefulness();
    for (const isNeeded of [false, true, true, false, true]) wakefulness.set(isNeeded);
    expect(person.blockers.size).toBe(1);
    wakefulness.set(false);
    expect(person.blockers.size).toBe(0);
  });

  test('encrypts the station’s key, and stores no readable copy beside it', () => {
    const names = readdirSync(rig.folder);
    expect(names).toContain('master.key.sealed');
    expect(names).not.toContain('master.key');
  });

  test('shows the station’s state in the tray, and has the platform’s menu', async () => {
    await expect.poll(() => person.tray?.toolTip).toBe('Muster: 0 of 0 headsets connected');
    expect(person.tray?.items.map(({ label }) => label)).toEqual([
      '0 of 0 headsets connected',
      undefined,
      'Open Muster',
      'Quit Muster',
    ]);
    const roles = person.menu.map(({ role }) => role);
    expect(roles.includes('appMenu')).toBe(process.platform === 'darwin');
    expect(person.protocols).toEqual(['muster']);
  });

  test('keeps running without its window, says so once, and shows it again at a second start', () => {
    const { length } = person.notifications;
    window.close();
    window.close();
    expect(window).toMatchObject({ isShown: false, isGone: false });
    expect(person.notifications.slice(length).map(({ title }) => title)).toEqual(['Muster keeps running']);
    system.app.emit('second-instance', {}, ['muster']);
    expect(window.isShown).toBe(true);
    person.tray?.emit('click');
    expect(window.focused).toBeGreaterThan(1);
  });

  test('opens the screen that a link names, and accepts nothing else from links', async () => {
    const follow = (link: string): void => void system.app.emit('second-instance', {}, ['muster', link]);
    follow('muster://enrol');
    await expect.poll(path).toBe('/enrol');
    for (const bad of [
      'muster://evil/../../x',
      'muster://fleet?token=1',
      'muster://fleet/a/b',
      'muster://x@fleet',
    ]) {
      follow(bad);
    }
    follow('muster://fleet');
    await expect.poll(path).toBe('/fleet');
  });

  test('reloads its page at the same URL when the page crashes, and asks when it keeps crashing', async () => {
    for (let crashes = 1; crashes <= 3; crashes += 1) {
      const loaded = once(window.contents, 'did-finish-load');
      await crash(page);
      await loaded;
      page = await window.contents.page;
      expect(path()).toBe('/fleet');
    }
    const asked = once(window, 'stand-in-loaded').catch(() => undefined);
    await crash(page);
    await asked;
    expect(window.webContents.getURL()).toMatch(/^data:/);
    page = await window.contents.page;
    await page.getByRole('heading', { name: 'The window stopped working several times' }).waitFor();
    await expectAccessible(page);
    await page.screenshot({ path: '.build/desktop-crashed.png' });
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.waitForURL(/^http:\/\/127\.0\.0\.1/);
  });

  test('refuses calls that Electron does not have, so that the test double cannot drift', () => {
    const unchecked = app as unknown as Record<string, (...values: unknown[]) => unknown>;
    expect(() => unchecked['makeCoffee']?.()).toThrow("Electron's App has no makeCoffee");
    expect(() => unchecked['getPath']?.()).toThrow('takes no 0 values');
    expect(() => unchecked['on']?.('lunch', () => undefined)).toThrow('sends no event lunch');
    expect(() => unchecked['getFileIcon']?.('x')).toThrow('lacks getFileIcon');
    expect(() => new BrowserWindow({ sandbox: true } as object)).toThrow('has no sandbox');
    expect(() => new BrowserWindow({ webPreferences: { sandboxed: true } } as object)).toThrow(
      'has no sandboxed',
    );
  });
});

describe('the panel of the desktop app', () => {
  testPanel({
    page: () => page,
    window: () => window,
    folder: () => join(rig.folder, '..'),
    updater,
    key: releaseKeys.privateKey,
  });
});

// The last two must come last, in this order, because what they end is not restarted.

test('a station that dies is restarted, and its window returns', async () => {
  fakePowerMonitor.emit('resume');
  // An enrolment is in progress from here on: its code outlives the station's death.
  const { url, token } = await page.evaluate(() => (window as unknown as InPage).muster.connection());
  const ask = async (path: string, body: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const { items } = createSlots.reply.parse(await ask(createSlots.path, { count: 1, labelPrefix: 'Q-' }));
  await ask(createCodes.path, { devicesId: items.map(({ id }) => id) });
  const loaded = once(window, 'stand-in-loaded');
  const before = person.services.length;
  person.services.at(-1)?.kill('SIGKILL');
  await loaded;
  expect(person.services).toHaveLength(before + 1);
  expect(window.webContents.getURL()).toMatch(/^http:\/\/127\.0\.0\.1:\d+/);
});

test('quitting while headsets are enrolling asks first; then the station stops cleanly and the window keeps its position', async () => {
  const service = person.services.at(-1);
  if (service === undefined) throw new Error('No service');
  app.quit();
  await expect.poll(() => person.boxes.length).toBe(1);
  expect(person.boxes[0]?.detail).toContain('being enrolled');
  expect(service.exitCode).toBeNull();

  const ended = once(service, 'exit');
  const quit = once(system.app, 'will-quit');
  window.bounds = { x: 40, y: 50, width: 1400, height: 900 };
  window.close();
  person.presses.push(1);
  app.quit();
  expect(await ended).toEqual([0, null]);
  await quit;
  expect(existsSync(join(rig.folder, 'muster.seal'))).toBe(true);
  const stored: unknown = JSON.parse(readFileSync(join(system.profile, 'userData', 'shell.json'), 'utf8'));
  expect(stored).toMatchObject({ place: { x: 40, y: 50, width: 1400, height: 900, isMaximized: false } });
});

/** Crashes a page. A navigation that is still under way stops the one that crashes it. */
async function crash(page: Page): Promise<void> {
  let isGone = false;
  page.once('crash', () => (isGone = true));
  while (!isGone) {
    await page.goto('chrome://crash', { timeout: 5_000 }).catch(() => undefined);
    await sleep(20);
  }
}
