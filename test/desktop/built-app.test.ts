import { createHash } from 'node:crypto';
import { once } from 'node:events';
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

import { buildDesktop } from '../../main/cli/build-desktop.ts';
import { buildInterface, projectFolder } from '../../main/cli/build.ts';
import { ipc, type MusterBridge } from '../../shared/ipc.ts';
import { serviceReportSchema } from '../../shared/service-port.ts';
import { type Packed, readAsar } from './stand-in/asar.ts';
import { writeElectronDist } from './stand-in/electron-dist.ts';
import { forkProcess } from './stand-in/index.ts';

const app = join(projectFolder, 'dist', 'app');
const folder = mkdtempSync(join(tmpdir(), 'muster-built-'));
const assembled = join(folder, 'packed', 'linux-unpacked');
/** The archive taken apart, where no package of this project can be found. */
const opened = join(folder, 'opened');
let files: Packed[];

/** Builds the app as `npm run dist` does, assembles it over a stand-in for Electron, and takes the archive apart. */
beforeAll(async () => {
  await buildInterface(projectFolder);
  await buildDesktop(projectFolder);
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
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the archive has every file that runs, and the native modules lie beside it', () => {
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
      /\.(ts|tsx|mts|cts|map|c|cc|cpp|h|gyp|pem|key|p12|pfx|db|log)$/.test(path) ||
      /(^|\/)(test|tests|\.env|\.npmrc|\.git[^/]*|\.ci)(\/|$)/.test(path) ||
      /^node_modules\/(vitest|vite|electron|electron-builder|playwright|typescript|oxlint|oxfmt|knip|react|@mantine\/core|node)\//.test(
        path,
      ),
  );
  expect(wrong).toEqual([]);
  // Our own files carry no path of the machine that built them.
  const own = files.filter(({ path }) => !path.startsWith('node_modules/'));
  const telling = own.filter(({ bytes }) => bytes?.includes(projectFolder) === true);
  expect(telling.map(({ path }) => path)).toEqual([]);
});

test('each file of the archive has the digest that Electron checks it against', () => {
  const wrong = files.filter(
    ({ bytes, sha256 }) => bytes !== undefined && createHash('sha256').update(bytes).digest('hex') !== sha256,
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test('the fuses of the assembled program are set as they have to be', () => {
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

test('the service out of the archive starts a station that serves the interface', async () => {
  const flags = ['--data', join(folder, 'data'), '--port', '0', '--log-level', 'error'];
  const service = forkProcess(join(opened, 'main', 'cli', 'desktop-service.js'), flags);
  service.postMessage({ order: 'start', canProtect: false });
  const [report] = z.tuple([serviceReportSchema]).parse(await once(service, 'message'));
  if (report.report !== 'ready') throw new Error(JSON.stringify(report));
  const page = await fetch(report.url, { headers: { accept: 'text/html' } });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<script type="module"');
  service.postMessage({ order: 'stop' });
  expect(await once(service, 'exit')).toEqual([0]);
});

test('the built preload needs nothing but Electron and offers the bridge', async () => {
  let bridge: MusterBridge | undefined;
  const asked: string[] = [];
  const electron = {
    contextBridge: { exposeInMainWorld: (_name: string, offered: MusterBridge) => void (bridge = offered) },
    ipcRenderer: {
      invoke: (channel: string) => {
        asked.push(channel);
        return Promise.resolve({ url: 'http://127.0.0.1:7440', token: 'abc' });
      },
    },
  };
  const require = (name: string): unknown => {
    if (name === 'electron') return electron;
    throw new Error(`The preload asks for ${name}`);
  };
  runInNewContext(readFileSync(join(opened, 'preload', 'index.cjs'), 'utf8'), { require, URL, module: {} });
  expect(await bridge?.connection()).toEqual({ url: 'http://127.0.0.1:7440', token: 'abc' });
  expect(asked).toEqual([ipc.connection.channel]);
});

test('the built application says where it starts, and has icons of every form', async () => {
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
