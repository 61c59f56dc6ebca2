import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { listDevices } from '../../shared/contract/devices/devices.ts';
import { aRealStation } from './real-station.ts';

const SIMULATE = fileURLToPath(new URL('../../main/cli/simulate.ts', import.meta.url));

/** A computer without a station in the default folder, and without settings in its environment. */
const BARE_ENV = { PATH: process.env['PATH'], XDG_DATA_HOME: '/nonexistent', HOME: '/nonexistent' };

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [SIMULATE, ...args], {
    env: { ...BARE_ENV, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const complaint = text(child.stderr);
  return { child, complaint, exit: once(child, 'exit') as Promise<[number]> };
}

async function runToEnd(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { child, complaint, exit } = start(args, env);
  const output = await text(child.stdout);
  const [code] = await exit;
  return { code, output, complaint: await complaint };
}

type Line = { event: string; ready: number; wasReady: number; events: Record<string, number> };

/** Reads lines of JSON until one satisfies `isIt`. */
async function lineWhere(
  child: ReturnType<typeof start>['child'],
  isIt: (line: Line) => boolean,
): Promise<Line> {
  for await (const line of createInterface(child.stdout)) {
    const parsed = JSON.parse(line) as Line;
    if (isIt(parsed)) return parsed;
  }
  throw new Error('The command ended before that');
}

test('wrong flags and wrong settings exit with 2 and say what is wrong', async () => {
  const cases: [string[], NodeJS.ProcessEnv, string][] = [
    [['--count', '0'], {}, '--count must be a whole number from 1 to 5000'],
    [['--station', 'here'], {}, '--station must be an address'],
    [['--faulty-percent', '101'], {}, '--faulty-percent must be a whole number from 0 to 100'],
    [['--bandwidth-mbit', '0'], {}, '--bandwidth-mbit must be a whole number'],
    [['--discover', '--lan-interface', ''], {}, '--lan-interface must not be empty'],
    [['--bogus'], {}, '--bogus'],
    [['--token', 'secret'], {}, '--token'],
    [['--token-file', '/nonexistent/token'], {}, '--token-file cannot be read'],
    [[], { MUSTER_PACE_MS: 'fast' }, '--pace-ms must be a whole number'],
    [[], { MUSTER_JSON: 'perhaps' }, '--json must be 1 or 0'],
    [[], {}, 'No token for http://127.0.0.1:7440'],
  ];
  const ends = await Promise.all(cases.map(([args, env]) => runToEnd(args, env)));

  for (const [index, { code, complaint }] of ends.entries()) {
    expect(complaint).toContain(cases[index]?.[2]);
    expect(code).toBe(2);
  }
});

test('--help explains the flags and exits with 0', async () => {
  const { code, output } = await runToEnd(['--help']);

  expect(code).toBe(0);
  expect(output).toContain('--code-from-slots');
});

test('an unreachable station causes one clear line and exit code 1', async () => {
  const { code, complaint } = await runToEnd(['--station', 'http://127.0.0.1:9'], { MUSTER_TOKEN: 'x' });

  expect(code).toBe(1);
  expect(complaint.trim().split('\n')).toHaveLength(1);
  expect(complaint).toContain('cannot be reached');
});

test('headsets enrol into slots that the command creates, and a time limit ends them with 0', async () => {
  await using station = await aRealStation();
  const flags = ['--count', '5', '--pace-ms', '0', '--duration-sec', '4', '--json', '--seed', 'one'];
  const { code, output } = await runToEnd(['--data', station.folder, ...flags]);

  const last = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Line;
  expect(last).toMatchObject({ event: 'finished', seed: 'one', ready: 5, wasReady: 5, refusals: {} });
  expect(last.events['acknowledged']).toBeGreaterThanOrEqual(5);
  expect(code).toBe(0);
});

test('the codes of free slots are typed, and Ctrl C ends it with 0', async () => {
  await using station = await aRealStation();
  for (let index = 0; index < 3; index += 1) await station.aSlot();
  const { child, exit } = start(['--code-from-slots', '--pace-ms', '0', '--json'], {
    MUSTER_DATA: station.folder,
  });
  await lineWhere(child, ({ ready }) => ready === 3);
  child.kill('SIGINT');
  const [code] = await exit;

  expect(code).toBe(0);
  const { items, total } = await station.ask(listDevices, { body: {} });
  expect(total).toBe(3);
  expect(items.every(({ androidId }) => typeof androidId === 'string')).toBe(true);
});

test('headsets that must discover the station need it on the local network, and nothing is created before', async () => {
  await using station = await aRealStation();
  const { code, complaint } = await runToEnd(['--data', station.folder, '--discover', '--count', '2']);

  expect(complaint).toContain('start it with --lan');
  expect(code).toBe(1);
  expect((await station.ask(listDevices, { body: {} })).total).toBe(0);
});

test('fewer free slots than headsets is a failure that changes nothing', async () => {
  await using station = await aRealStation();
  await station.aSlot();
  const { token } = JSON.parse(await readFile(`${station.folder}/station.json`, 'utf8')) as { token: string };
  const flags = ['--station', station.url, '--code-from-slots', '--count', '2'];
  const { code, complaint } = await runToEnd(flags, { MUSTER_TOKEN: token });

  expect(complaint).toContain('Only 1 free slots for 2 headsets');
  expect(code).toBe(1);
  const { items } = await station.ask(listDevices, { body: {} });
  expect(items.map(({ androidId }) => androidId ?? null)).toEqual([null]);
});
