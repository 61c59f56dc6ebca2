import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { browserPlaces } from '../../main/cli/portable/app-window.ts';
import { contract } from '../../shared/contract/index.ts';
import { lockFolder } from '../../main/service/stopped-cell.ts';
import { readRunFile } from '../../main/service/run-file.ts';
import { aFreePort } from '../support/free-port.ts';
import { aFolder } from '../support/temp-folder.ts';
import { muster, StandInBrowser } from './a-copy.ts';

const OWN_WINDOW = /^--app=(http:\/\/127\.0\.0\.1:\d+)\/#launch=([\w-]+)$/;

/** Redeems the URL of a window as its page does; returns the status. */
async function redeem(opened: string | undefined): Promise<number> {
  const [, url = '', launchToken = ''] = OWN_WINDOW.exec(opened ?? '') ?? [];
  const { path, method } = contract.openSession;
  const headers = { 'content-type': 'application/json' };
  return (await fetch(url + path, { method, headers, body: JSON.stringify({ launchToken }) })).status;
}

test('a copy opens its station in a window of its own', async () => {
  using folder = aFolder();
  const browser = new StandInBrowser(folder.path);
  await using station = muster(['--port', '0', '--data', join(folder.path, 'é data')], browser.env);
  await station.says(/Muster opens in a window of its own now/);
  await expect.poll(() => browser.opened()).toHaveLength(1);
  expect(await redeem(browser.opened()[0])).toBe(200);
  expect((await station.endBy('SIGINT')).code).toBe(0);
});

test('a second start opens another window of the running station, and ends', async () => {
  using folder = aFolder();
  const browser = new StandInBrowser(folder.path);
  const words = ['--port', '0', '--data', join(folder.path, 'data')];
  await using station = muster(words, browser.env);
  await station.says(/Muster is on/);
  await using second = muster(words, browser.env);
  const { code, stdout } = await second.end();
  expect([code, stdout]).toEqual([0, expect.stringContaining('Muster is already running.')]);
  await expect.poll(() => browser.opened()).toHaveLength(2);
  expect(await redeem(browser.opened()[1])).toBe(200);
});

test('a start while the station before still stops waits for it, and then starts', async () => {
  using folder = aFolder();
  // Held by this process, as by a station that no longer answers.
  const before = lockFolder(folder.path);
  await using station = muster(['--no-open', '--port', '0', '--data', folder.path]);
  await station.says(/starting or stopping on this data folder. Waiting for it/);
  before.release();
  await station.says(/Muster is on/);
  expect((await station.endBy('SIGINT')).code).toBe(0);
});

/** Puts a server that gives this answer in the place of the station that runs on a data folder. */
async function answerInsteadOf(data: string, status: number, body: unknown): Promise<AsyncDisposable> {
  const server = createServer((_, response) => response.writeHead(status).end(JSON.stringify(body)));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  writeFileSync(join(data, 'station.json'), JSON.stringify({ ...readRunFile(data), url }));
  return server;
}

test('another version on the same data folder says which one runs, and what to do', async () => {
  using folder = aFolder();
  const words = ['--no-open', '--port', '0', '--data', folder.path];
  await using station = muster(words);
  await station.says(/Muster is on/);
  {
    const reply = { url: 'http://127.0.0.1:1/#launch=x', version: '0.0.9' };
    await using _older = await answerInsteadOf(folder.path, 200, reply);
    await using newer = muster(words);
    const { code, stdout } = await newer.end();
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/Muster 0\.0\.9 is already running on the data folder .* quit it, then start/),
    ]);
  }
  // A version that cannot open another window.
  await using _oldest = await answerInsteadOf(folder.path, 404, { code: 'NOT_FOUND' });
  await using newest = muster(words);
  const { code, stderr } = await newest.end();
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/Another Muster .* Use that one, stop it, or choose/),
  ]);
});

test('Quit in the interface stops the station and ends its program', async () => {
  using folder = aFolder();
  await using station = muster(['--no-open', '--port', '0', '--data', folder.path]);
  await station.says(/Muster is on/);
  const { url = '', token = '' } = readRunFile(folder.path) ?? {};
  const { path, method } = contract.quitProgram;
  const answer = await fetch(url + path, { method, headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(204);
  expect((await station.end()).code).toBe(0);
  expect(readRunFile(folder.path)).toBeUndefined();
});

test('without any browser the station runs, and says what to install and which address to open', async () => {
  using folder = aFolder();
  using nowhere = aFolder();
  const env = { PATH: nowhere.path, DISPLAY: ':99' };
  await using station = muster(['--port', '0', '--data', folder.path], env);
  const [said] = await station.says(/No browser was found[^]*Open this address[^]*#launch=/);
  expect(said).toContain('Install Chrome, Edge, Chromium or Firefox.');
});

test('a port in use is one sentence with what to do, and a page for a person without a terminal', async () => {
  using folder = aFolder();
  const browser = new StandInBrowser(folder.path);
  const port = await aFreePort();
  await using other = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const words = ['--port', String(port), '--data', join(folder.path, 'data')];
  await using station = muster(words, browser.env);
  const { code, stderr } = await station.end();
  const sentence = `Port ${port} is used by another program. Choose another one with --port, or --port 0 for any free one.`;
  expect([code, stderr]).toEqual([1, `muster: ${sentence}\n`]);
  await expect.poll(() => browser.opened()).toHaveLength(1);
  expect(decodeURIComponent(browser.opened()[0] ?? '')).toContain(sentence);
});

test('a data folder that cannot be created is one sentence with what to do', async () => {
  using folder = aFolder();
  writeFileSync(join(folder.path, 'file'), '');
  const data = join(folder.path, 'file', 'data');
  await using station = muster(['--no-open', '--port', '0', '--data', data]);
  const { code, stderr } = await station.end();
  expect([code, stderr]).toEqual([
    1,
    `muster: The data folder ${data} is not a folder. Choose another one with --data.\n`,
  ]);
});

test('muster serve is the station without a window, with the flags of serve', async () => {
  using folder = aFolder();
  await using station = muster(['serve', '--json', '--port', '0', '--data', folder.path]);
  const { url, token } = await station.ready();
  const answer = await fetch(url + contract.getProgram.path, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await answer.json()).toMatchObject({ canQuit: false });
});

test('--help lists its own flags and those of serve, under its own name', async () => {
  await using command = muster(['--help']);
  const { code, stdout } = await command.end();
  expect(code).toBe(0);
  for (const flag of ['--no-open', '--no-window', '--data', '--lan']) expect(stdout).toContain(flag);
  expect(stdout).not.toContain('npm');
});

test('browsers are looked for where each system installs them, Chrome first', () => {
  expect(browserPlaces({ platform: 'linux', env: { PATH: '/usr/bin:relative:/snap/bin' } })).toContain(
    '/snap/bin/chromium',
  );
  expect(
    browserPlaces({
      platform: 'win32',
      env: { PROGRAMFILES: 'C:\\Program Files', 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' },
    }),
  ).toEqual([
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
    'C:\\Program Files\\Chromium\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Chromium\\Application\\chrome.exe',
  ]);
  expect(browserPlaces({ platform: 'darwin', env: { HOME: '/Volumes/ada' } })[1]).toBe(
    '/Volumes/ada/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  );
});
