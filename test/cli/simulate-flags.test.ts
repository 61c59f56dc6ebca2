import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const LAN = ['--lan-url', 'https://192.0.2.1:7443'];

test.each([
  [['--pair'], '--pair needs --lan-url'],
  [['--pair', ...LAN, '--count', '65'], '--count must be at most 64 with --pair'],
  [['--lan-url', 'http://192.0.2.1:7443'], '--lan-url must be an address such as https://192.168.1.20:7443'],
])('simulate %j is a usage error that says why', (flags, said) => {
  const { status, stderr } = spawnSync(process.execPath, ['main/cli/simulate.ts', ...flags], {
    encoding: 'utf8',
  });

  expect([status, stderr]).toEqual([2, `${said}\nSee --help.\n`]);
});
