import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { contract } from '../../shared/contract/index.ts';
import { aFolder } from '../support/temp-folder.ts';
import { type Command, readyLineSchema, start } from './a-command.ts';

const address = /(http:\/\/127\.0\.0\.1:\d+)\/#launch=([\w-]+)/g;

/** Returns the last address on the screen, once there are `count` of them. */
async function addressNumber(count: number, command: Command): Promise<{ url: string; launchToken: string }> {
  await command.says(new RegExp(`(?:${address.source}[^]*){${String(count)}}`));
  const [, url = '', launchToken = ''] = [...command.stdout.matchAll(address)].at(-1) ?? [];
  return { url, launchToken };
}

async function redeem({ url, launchToken }: { url: string; launchToken: string }): Promise<number> {
  const answer = await fetch(url + contract.openSession.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ launchToken }),
  });
  return answer.status;
}

/** Only in the browser, whatever else is installed. */
const inBrowser = ['--no-window', '--no-open', '--port', '0'];

test('start prints an address that opens the interface once, and Enter gives another', async () => {
  using folder = aFolder();
  await using station = start([...inBrowser, '--data', folder.path]);
  const first = await addressNumber(1, station);
  expect([await redeem(first), await redeem(first)]).toEqual([200, 401]);
  station.type('');
  const second = await addressNumber(2, station);
  expect(second.launchToken).not.toBe(first.launchToken);
  expect(await redeem(second)).toBe(200);
});

test('start keeps running without a terminal for key presses', async () => {
  using folder = aFolder();
  await using station = start([...inBrowser, '--data', folder.path]);
  station.process.stdin?.end();
  const { url } = await addressNumber(1, station);
  expect((await fetch(url + contract.getHealth.path)).status).toBe(200);
});

test('Ctrl C stops a started station cleanly', async () => {
  using folder = aFolder();
  await using station = start([...inBrowser, '--data', folder.path]);
  await addressNumber(1, station);
  expect((await station.endBy('SIGINT')).code).toBe(0);
});

test('a start without an Electron binary prints one line with the reason', async () => {
  using folder = aFolder();
  using nowhere = aFolder();
  const env = { ELECTRON_OVERRIDE_DIST_PATH: nowhere.path, DISPLAY: ':99' };
  await using station = start(['--no-open', '--port', '0', '--data', folder.path], env);
  await addressNumber(1, station);
  expect(station.stdout.split('\n').filter((line) => line.includes('Electron'))).toHaveLength(1);
});

test('a start with an Electron binary runs the built application with the flags of serve, and passes on its exit code', async () => {
  using dist = aFolder();
  const program = join(dist.path, 'electron');
  writeFileSync(program, '#!/bin/sh\necho "ran: $*"\nexit 7\n');
  chmodSync(program, 0o755);
  const env = { ELECTRON_OVERRIDE_DIST_PATH: dist.path, DISPLAY: ':99' };
  await using window = start(['--port', '0', '--no-open'], env);
  const { code, stdout } = await window.end();
  expect(stdout).toMatch(/^ran: \S+[/\\]dist[/\\]app --port 0\n$/);
  expect(code).toBe(7);
});

test('a start without a display uses the browser even if Electron is installed', async () => {
  using folder = aFolder();
  using dist = aFolder();
  const program = join(dist.path, 'electron');
  writeFileSync(program, '#!/bin/sh\nexit 7\n');
  chmodSync(program, 0o755);
  await using station = start(['--no-open', '--port', '0', '--data', folder.path], {
    ELECTRON_OVERRIDE_DIST_PATH: dist.path,
  });
  await addressNumber(1, station);
  expect(station.stdout).toContain('no display');
});

test('start --json writes the same ready line as serve', async () => {
  using folder = aFolder();
  await using station = start(['--json', '--port', '0', '--data', folder.path]);
  const [line] = await station.says(/^.*\n/);
  expect(readyLineSchema.safeParse(JSON.parse(line)).success).toBe(true);
});

test('start --help lists its own flags and those of serve', async () => {
  await using command = start(['--help']);
  const { code, stdout } = await command.end();
  expect(code).toBe(0);
  for (const flag of ['--no-open', '--no-window', '--data', '--port']) expect(stdout).toContain(flag);
});

test('start refuses an unknown flag', async () => {
  await using command = start(['--frobnicate']);
  expect((await command.end()).code).toBe(2);
});
