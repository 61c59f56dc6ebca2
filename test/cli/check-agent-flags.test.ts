import { readdirSync } from 'node:fs';

import { expect, test } from 'vitest';

import { CHECKS } from '../../main/check-agent/index.ts';
import { HELP, readOptions } from '../../main/cli/check-agent/check-agent-flags.ts';
import { UsageError } from '../../main/cli/flags.ts';
import { aFolder } from '../support/temp-folder.ts';
import { Command } from './a-command.ts';

test.each([
  [['--url', 'station'], '--url must be an address such as https://192.168.1.20:7450'],
  [['--url', 'ftp://192.0.2.1'], '--url must be an address such as https://192.168.1.20:7450'],
  [['--only', 'pin', '--url', 'http://127.0.0.1:0'], '--only pin needs an https address'],
  [['--wait-sec', '0'], '--wait-sec must be at least 1'],
  [['--patience-sec', 'long'], '--patience-sec must be a whole number of seconds'],
])('check-agent %j is a usage error that says why', (flags, reported) => {
  expect(() => readOptions([...flags])).toThrow(new UsageError(reported));
});

test('an unknown check is a usage error that lists those there are', () => {
  expect(() => readOptions(['--only', 'settings,speed'])).toThrow(
    /must be some of enrol, heartbeat, settings/,
  );
});

test('the help names every check', () => {
  for (const { name } of CHECKS) expect(HELP).toContain(name);
});

test('wrong usage ends with 2, and an address that is taken with 1', async () => {
  await using wrong = new Command('main/cli/check-agent.ts', ['--speed']);
  const usage = await wrong.end();
  expect(usage.code).toBe(2);
  expect(usage.stderr).toContain('See --help.');
  await using first = new Command('main/cli/check-agent.ts', ['--url', 'http://127.0.0.1:0']);
  const [, url = ''] = await first.says(/station +(http:\S+)/);
  await using second = new Command('main/cli/check-agent.ts', ['--url', url]);
  const taken = await second.end();
  expect(taken.code).toBe(1);
  expect(taken.stderr).toContain('EADDRINUSE');
});

test('when no agent enrols in time, it says so and ends with 1', async () => {
  await using command = new Command('main/cli/check-agent.ts', [
    '--url',
    'http://127.0.0.1:0',
    '--wait-sec',
    '1',
    '--only',
    'settings',
  ]);
  const { code, stdout } = await command.end();
  expect(code).toBe(1);
  expect(stdout).toContain('neither POST /devices nor POST /devices/manual-enrollment arrived');
  expect(stdout).toContain('0 passed, 1 failed, 1 not checked');
});

test('Ctrl C ends it with 1, and its temporary folder is removed', async () => {
  using folder = aFolder();
  await using command = new Command('main/cli/check-agent.ts', ['--url', 'http://127.0.0.1:0'], {
    TMPDIR: folder.path,
  });
  await command.says(/station +http/);
  expect(readdirSync(folder.path)).toHaveLength(1);
  expect(await command.endBy('SIGINT')).toMatchObject({ code: 1 });
  expect(readdirSync(folder.path)).toEqual([]);
});
