import { join } from 'node:path';

import { expect, test } from 'vitest';

import { AdbAgents } from '../../main/adb-agent/adb-agents.ts';
import { AdbBench, realAdb } from '../support/adb-double/bench.ts';
import { HubOfHeadsets } from '../support/cable-bench.ts';
import { aFolder } from '../support/temp-folder.ts';
import { Command } from '../cli/a-command.ts';
import { ALL_PASSED, checkWith } from './a-check.ts';

test.concurrent('a simulated headset passes every check of check-agent', async () => {
  await using headsets = new AsyncDisposableStack();
  const { verdicts, code, stderr } = await checkWith(({ url, fingerprint, code: typed }) => {
    const flags = ['--codes', String(typed), '--lan-url', url, '--fingerprint', fingerprint ?? ''];
    headsets.use(
      new Command('main/cli/simulate.ts', [
        ...flags,
        '--fetch-contents',
        '--heartbeat-ms',
        '3000',
        '--seed',
        'check',
      ]),
    );
  });
  expect(verdicts).toEqual(ALL_PASSED);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

const program = realAdb();

test
  .skipIf(program === undefined)
  .concurrent('a headset over adb passes every check of check-agent', async () => {
    await using bench = await AdbBench.start(program ?? '');
    await using hub = new HubOfHeadsets(bench);
    await using managing = new AsyncDisposableStack();
    using folder = aFolder();
    const double = await hub.headset();
    bench.plug(double, 1);
    const { verdicts, code, stderr } = await checkWith(
      ({ url, fingerprint, deviceId, enrollmentToken, accessToken }) => {
        const agents = new AdbAgents(
          {
            adbPort: bench.port,
            name: { id: 'checked', name: 'Checked' },
            url,
            folder: join(folder.path, 'copies'),
            eventsFolder: join(folder.path, 'events'),
            ...(fingerprint === null ? {} : { fingerprint }),
          },
          () => undefined,
        );
        managing.defer(() => agents.stop());
        agents.manage({
          deviceId,
          serial: double.android.serial,
          androidId: null,
          wifiAddress: null,
          isWifiOpen: true,
          enrolment: { enrollmentToken, accessToken },
        });
      },
    );
    expect(verdicts).toEqual(ALL_PASSED);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
