import { expect, test } from 'vitest';

import { UsageError } from '../../main/cli/flags.ts';
import { readOptions } from '../../main/cli/simulate/simulate-flags.ts';

const LAN = ['--lan-url', 'https://192.0.2.1:7443'];

test.each([
  [['--pair'], '--pair needs --lan-url or --discover'],
  [['--codes', '482913'], '--codes needs --lan-url or --discover'],
  [['--fingerprint', 'A'.repeat(43)], '--fingerprint needs --lan-url or --discover'],
  [['--codes', '12', ...LAN], '--codes must be codes such as 482913,550172'],
  [
    ['--codes', '482913', ...LAN, '--count', '2'],
    '--codes sets the number of headsets: remove --count and --code-from-slots',
  ],
  [['--link', 'good'], '--link must be one of slow, lossy, corrupting'],
  [['--lan-url', 'http://192.0.2.1:7443'], '--lan-url must be an address such as https://192.168.1.20:7443'],
])('simulate %j is a usage error that says why', (flags, reported) => {
  expect(() => readOptions([...flags], {})).toThrow(new UsageError(reported));
});
