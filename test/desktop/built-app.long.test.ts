import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { on, once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';

import { build, Platform } from 'electron-builder';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { buildDesktop } from '../../main/cli/build/build-desktop.ts';
import { projectFolder } from '../../main/cli/build/build.ts';
import { getApplicationImage } from '../../shared/contract/content/applications.ts';
import { createBackup } from '../../shared/contract/operations/backups.ts';
import { listDevices } from '../../shared/contract/devices/devices.ts';
import { getLan } from '../../shared/contract/network/lan.ts';
import { addToLibrary } from '../../shared/contract/content/library.ts';
import { startPractice } from '../../shared/contract/operations/station.ts';
import { ipc, type MusterBridge } from '../../shared/ipc.ts';
import { type ServiceReport, serviceReportSchema } from '../../shared/service-port.ts';
import { SETTINGS_APK_FILE } from '../support/real-apks.ts';
import { type Packed, readAsar } from './stand-in/asar.ts';
import { writeElectronDist } from './stand-in/electron-dist.ts';
import { forkProcess, person } from './stand-in/index.ts';

const app = join(projectFolder, 'dist', 'app');
const folder = mkdtempSync(join(tmpdir(), 'muster-built-'));
const assembled = join(folder, 'packed', 'linux-unpacked');
/** The unpacked archive, in a folder where no package of this project is found. */
const opened = join(folder, 'opened');
/** The release key that this copy trusts; the sources have none until one is created. */
const releaseKey = join(folder, 'release-key.pem');
let files: Packed[];

/** Builds the app as `npm run dist` does, packages it with a test double of Electron, and unpacks the archive. */
beforeAll(async () => {
  writeFileSync(releaseKey, generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }));
  await buildDesktop(projectFolder, app, releaseKey);
  const electronVersion = z
    .object({ version: z.string() })
    .parse(
      JSON.parse(readFileSync(join(projectFolder, 'node_modules', 'electron', 'package.json'), 'utf8')),
    ).version;
  writeElectronDist(join(folder, 'electron'), electronVersion);
  await build({
    projectDir: projectFolder,
    targets: Platform.LINUX.createTarget('dir'),
    publish: 'never',
    config: {
      extends: join(projectFolder, 'electron-builder.yml'),
      electronDist: join(folder, 'electron'),
      electronVersion,
      directories: { output: join(folder, 'packed'), buildResources: 'dist/icons' },
    },
  });
  files = readAsar(join(assembled, 'resources', 'app.asar'));
  for (const { path, bytes } of files) {
    if (bytes === undefined) continue;
    mkdirSync(dirname(join(opened, path)), { recursive: true });
    writeFileSync(join(opened, path), bytes);
  }
  cpSync(join(assembled, 'resources', 'app.asar.unpacked'), opened, { recursive: true });
});
afterAll(() => {
  for (const service of person.services) service.kill('SIGKILL');
  // The rest matches the sources.
  rmSync(join(app, 'release-key.pem'), { force: true });
  rmSync(folder, { recursive: true, force: true });
});

test('the archive has every file that runs, with the native modules outside it', () => {
  const paths = new Set(files.map(({ path }) => path));
  const threads = globSync('main/**/*-worker.ts', { cwd: projectFolder }).map((file) =>
    file.replace(/\.ts$/, '.js'),
  );
  expect(threads.length).toBeGreaterThan(3);
  const needed = [
    'package.json',
    'LICENSE',
    'main/index.js',
    'main/app/desktop.js',
    'main/cli/desktop-service.js',
    'preload/index.cjs',
    'dist/renderer/index.html',
    'dist/renderer/docs.html',
    'icons/tray.png',
    ...threads,
  ];
  expect(needed.filter((path) => !paths.has(path))).toEqual([]);
  const beside = files.filter(({ bytes }) => bytes === undefined).map(({ path }) => path);
  expect(beside.some((path) => path.includes('better-sqlite3') && path.endsWith('.node'))).toBe(true);
  const pictures = files.filter(({ path }) => path.startsWith('node_modules/wasm-vips/lib/'));
  expect(new Set(pictures.map(({ path }) => path.split('/').at(-1)))).toEqual(
    new Set(['vips-node.mjs', 'vips.wasm']),
  );
  expect(files.filter(({ path, bytes }) => path.endsWith('.node') && bytes !== undefined)).toEqual([]);
});

test('no source, test, map, type or secret is in the archive, and no package that only builds or tests', () => {
  const paths = files.map(({ path }) => path);
  const wrong = paths.filter(
    (path) =>
      (path !== 'release-key.pem' && path.endsWith('.pem')) ||
      /\.(ts|tsx|mts|cts|map|c|cc|cpp|h|gyp|key|p12|pfx|db|log)$/.test(path) ||
      /(^|\/)(test|tests|\.env|\.npmrc|\.git[^/]*|\.ci)(\/|$)/.test(path) ||
      /^node_modules\/(vitest|vite|electron|electron-builder|playwright|typescript|oxlint|oxfmt|knip|react|@mantine\/core|node)\//.test(
        path,
      ),
  );
  expect(wrong).toEqual([]);
  // An actual key, not the header text that a library looks for.
  const hidden = files.filter(({ bytes }) =>
    /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[\w+/]{40}/.test(String(bytes)),
  );
  expect(hidden.map(({ path }) => path)).toEqual([]);
  // Our own files contain no path of the build machine.
  const own = files.filter(({ path }) => !path.startsWith('node_modules/'));
  const leaking = own.filter(({ bytes }) => bytes?.includes(projectFolder) === true);
  expect(leaking.map(({ path }) => path)).toEqual([]);
});

test('each file of the archive matches the digest that Electron checks', () => {
  const wrong = files.filter(
    ({ bytes, sha256 }) => bytes !== undefined && createHash('sha256').update(bytes).digest('hex') !== sha256,
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test('the fuses of the packaged program are set as required', () => {
  const program = readFileSync(join(assembled, 'muster'));
  const at = program.indexOf('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');
  const wire = program.subarray(at + 34).toString('latin1');
  // In the order of FuseV1Options of @electron/fuses: '1' is on, '0' off.
  expect({
    runAsNode: wire[0],
    cookieEncryption: wire[1],
    nodeOptions: wire[2],
    nodeInspect: wire[3],
    asarIntegrity: wire[4],
    onlyFromAsar: wire[5],
    fileProtocolPrivileges: wire[7],
  }).toEqual({
    runAsNode: '0',
    cookieEncryption: '1',
    nodeOptions: '0',
    nodeInspect: '0',
    asarIntegrity: '1',
    onlyFromAsar: '1',
    fileProtocolPrivileges: '0',
  });
});

/**
 * Runs a script among the files of the archive, with a test double of Electron beside its packages; returns its
 * output.
 */
function runOpened(script: string): unknown {
  const electron = join(opened, 'node_modules', 'electron');
  mkdirSync(electron, { recursive: true });
  writeFileSync(join(electron, 'package.json'), '{"type": "module", "exports": "./index.js"}');
  writeFileSync(join(electron, 'index.js'), 'export const app = { isPackaged: true };\n');
  const file = join(opened, 'tried.mjs');
  writeFileSync(file, script);
  const run = spawnSync(process.execPath, [file], { encoding: 'utf8', timeout: 120_000 });
  rmSync(electron, { recursive: true });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout);
}

test('every package that a file of the archive may load is in it and can be loaded, also in worker threads', () => {
  const loaded = new Set<string>();
  for (const { path, bytes } of files) {
    if (!path.endsWith('.js') || path.startsWith('node_modules/') || path.startsWith('dist/')) continue;
    for (const [, name = ''] of (bytes ?? '')
      .toString()
      .matchAll(/(?:\bfrom |\bimport(?: |\())'([@\w][\w@/.:-]*)'/g)) {
      if (!name.startsWith('node:') && name !== 'electron') loaded.add(name);
    }
  }
  // Most of these are loaded only when needed.
  expect([...loaded]).toEqual(
    expect.arrayContaining([
      'wasm-vips',
      'node-arp',
      'undici',
      'prom-client',
      'bonjour-service',
      'electron-updater',
      'hucre/xlsx',
    ]),
  );
  const wrong = runOpened(`
    const wrong = [];
    for (const name of ${JSON.stringify([...loaded])}) {
      try { await import(name); } catch (error) { wrong.push(name + ': ' + error.message); }
    }
    const { Worker } = await import('node:worker_threads');
    const thread = new Worker(new URL('./main/service/network/mac/node-arp-worker.js', import.meta.url));
    await new Promise((resolve) => {
      thread.on('error', (error) => { wrong.push('node-arp-worker: ' + error.message); resolve(); });
      // Taken once the thread has loaded all that it imports.
      thread.on('online', () => setImmediate(resolve));
    });
    await thread.terminate();
    process.stdout.write(JSON.stringify(wrong));
  `);
  expect(wrong).toEqual([]);
});

test('the packaged copy verifies updates with the key it was built with, and refuses updates if it has none', () => {
  const state = `
    import { readFileSync, rmSync } from 'node:fs';
    import { ShellSettings } from './main/app/shell-settings.js';
    import { appUpdates } from './main/app/app-updates.js';
    import { Updates } from './main/updates/updates.js';
    const updates = new Updates(new ShellSettings('${join(folder, 'no-such', 'shell.json')}'), () => false, appUpdates);
    const before = updates.state.state;
    rmSync('${join(opened, 'release-key.pem')}');
    const after = await updates.set({ isOn: true, feed: '${folder}' });
    process.stdout.write(JSON.stringify([before, after.state]));
  `;
  const packed = files.find(({ path }) => path === 'release-key.pem');
  expect(packed?.bytes?.toString()).toBe(readFileSync(releaseKey, 'utf8'));
  expect(runOpened(state)).toEqual(['off', 'unavailable']);
});

test('the service in the archive runs: interface, pictures, APKs, backups, practice headsets, the local network', async () => {
  const flags = '--port 0 --log-level error --lan --lan-port 0 --lan-interface none --rate-limit 0'.split(
    ' ',
  );
  const service = forkProcess(join(opened, 'main', 'cli', 'desktop-service.js'), [
    ...flags,
    '--data',
    join(folder, 'data'),
  ]);
  const report = async <Kind extends ServiceReport['report']>(kind: Kind) => {
    for await (const [message] of on(service, 'message')) {
      const received = serviceReportSchema.parse(message);
      if (received.report === kind) return received as Extract<ServiceReport, { report: Kind }>;
      if (received.report === 'failed') throw new Error(received.message);
    }
    throw new Error('The service said nothing more');
  };
  service.postMessage({ order: 'start', canProtect: false });
  const { url } = await report('ready');
  service.postMessage({ order: 'open-session' });
  const { token } = (await report('session')).session;
  const ask = (method: string, path: string, body?: string | Buffer, type = 'application/json') =>
    fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('<script type="module"');

  // An APK passes through the threads for digests, APKs and pictures: its icon becomes WebP.
  const query = new URLSearchParams({ name: 'settings.apk' }).toString();
  const apk = readFileSync(SETTINGS_APK_FILE);
  const added = await ask('POST', `${addToLibrary.path}?${query}`, apk, 'application/octet-stream');
  expect([added.status, await added.clone().text()]).toEqual([
    200,
    expect.stringContaining('io.appium.settings'),
  ]);
  const image = await ask('GET', getApplicationImage.path.replace('{packageName}', 'io.appium.settings'));
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(await sharp(await image.arrayBuffer()).metadata()).toMatchObject({ format: 'webp' });

  expect((await ask('POST', createBackup.path, '{}')).status).toBe(200);
  expect((await ask('POST', startPractice.path, '{"count": 1, "paceMs": 0}')).status).toBe(200);
  await expect.poll(async () => (await ask('GET', listDevices.path)).text()).toMatch(/"androidId":"/);
  for (const path of ['/openapi.json', '/metrics', '/docs']) {
    const headers = { authorization: `Bearer ${token}`, accept: path === '/docs' ? 'text/html' : '*/*' };
    expect([path, (await fetch(url + path, { headers })).status]).toEqual([path, 200]);
  }
  expect(getLan.reply.parse(await (await ask('GET', getLan.path)).json())).toMatchObject({
    isOn: true,
    tlsFingerprint: expect.stringMatching(/^[\w-]{43}$/) as string,
  });

  service.postMessage({ order: 'stop' });
  expect(await once(service, 'exit')).toEqual([0]);
});

test('the built preload needs only Electron, generates no code from text, and exposes the bridge', async () => {
  let bridge: MusterBridge | undefined;
  const requested: string[] = [];
  const electron = {
    contextBridge: { exposeInMainWorld: (_name: string, offered: MusterBridge) => void (bridge = offered) },
    ipcRenderer: {
      invoke: (channel: string) => {
        requested.push(channel);
        return Promise.resolve({ url: 'http://127.0.0.1:7440', token: 'abc' });
      },
    },
  };
  const require = (name: string): unknown => {
    if (name === 'electron') return electron;
    throw new Error(`The preload asks for ${name}`);
  };
  const made: unknown[] = [];
  const Function = (...text: unknown[]): void => void made.push(text);
  const input = { require, URL, module: {}, Function };
  runInNewContext(readFileSync(join(opened, 'preload', 'index.cjs'), 'utf8'), input);
  expect(await bridge?.connection()).toEqual({ url: 'http://127.0.0.1:7440', token: 'abc' });
  await bridge?.setLaunchAtLogin({ isOn: true }).catch(() => undefined);
  expect(requested).toEqual([ipc.connection.channel, ipc.setLaunchAtLogin.channel]);
  expect(made).toEqual([]);
});

test('the built application reports its start, and has icons of every format', async () => {
  const manifest: unknown = JSON.parse(readFileSync(join(opened, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: 'muster', type: 'module', main: 'main/index.js' });
  expect(readFileSync(join(opened, 'main', 'index.js'), 'utf8')).toContain(`from './app/desktop.js'`);
  const icons = join(projectFolder, 'dist', 'icons');
  expect(readFileSync(join(icons, 'icon.ico')).subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
  expect(readFileSync(join(icons, 'icon.icns')).subarray(0, 4).toString()).toBe('icns');
  expect(await sharp(join(icons, 'png', '512x512.png')).metadata()).toMatchObject({
    width: 512,
    height: 512,
  });
  expect(existsSync(join(app, 'icons', 'trayTemplate@2x.png'))).toBe(true);
});
