import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { buildDesktop } from '../../main/cli/build-desktop.ts';
import { buildInterface, projectFolder } from '../../main/cli/build.ts';
import { ipc, type MusterBridge } from '../../shared/ipc.ts';
import { serviceReportSchema } from '../../shared/service-port.ts';
import { forkProcess } from './stand-in/index.ts';

// Inside the project, so that it finds the packages; beside dist/app, which may be in use.
const app = join(projectFolder, '.build', `app-${String(process.pid)}`);
const folder = mkdtempSync(join(tmpdir(), 'muster-built-'));

beforeAll(async () => {
  await buildInterface(projectFolder);
  await buildDesktop(projectFolder, app);
});
afterAll(() => {
  for (const path of [app, folder]) rmSync(path, { recursive: true, force: true });
});

test('the built service starts a station that serves the interface', async () => {
  const flags = ['--data', folder, '--port', '0', '--log-level', 'error'];
  const service = forkProcess(join(app, 'main', 'cli', 'desktop-service.js'), flags);
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
  runInNewContext(readFileSync(join(app, 'preload', 'index.cjs'), 'utf8'), { require, URL, module: {} });
  expect(await bridge?.connection()).toEqual({ url: 'http://127.0.0.1:7440', token: 'abc' });
  expect(asked).toEqual([ipc.connection.channel]);
});

test('every thread of the sources is in the built application', () => {
  const threads = globSync('main/**/*-worker.ts', { cwd: projectFolder });
  expect(threads.length).toBeGreaterThan(0);
  const missing = threads.filter((file) => !existsSync(join(app, file.replace(/\.ts$/, '.js'))));
  expect(missing).toEqual([]);
});

test('the built application says where it starts', () => {
  const manifest: unknown = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: 'muster', type: 'module', main: 'main/index.js' });
  expect(readFileSync(join(app, 'main', 'index.js'), 'utf8')).toContain(`from './app/desktop.js'`);
});
