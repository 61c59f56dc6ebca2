import { expect, test } from 'vitest';

import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { getDevice } from '../../shared/contract/devices/devices.ts';
import { realAdb } from '../support/adb-double/bench.ts';
import { aCableStation, aSmallApp, cableOf, HubOfHeadsets } from '../support/cable-bench.ts';
import { aCartWithoutAgent, aSerial } from '../support/managed-bench.ts';

const program = realAdb();
const open = aCableStation(program);

test.skipIf(program === undefined)(
  'a headset on Android 7, which lists no versions, gets an app and says which version it is',
  async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { slots } = await aCartWithoutAgent(station, 1);
    const content = aSmallApp(station, 'org.school.lab');
    hub.packages.set(content.sha256, 'org.school.lab');
    const phone = { manufacturer: 'samsung', model: 'SM-G950F', sdk: 24, release: '7.0' };
    const double = await hub.headset({ serial: aSerial(), ...phone });
    const { android } = double;
    bench.plug(double, 1);
    const id = slots[0]?.id ?? '';
    await expect.poll(() => cableOf(station, android.serial)).toMatchObject({ state: 'ready' });
    const applications = [{ packageName: 'org.school.lab', url: station.url + content.path, codeVersion: 1 }];
    await station.call(configureDevices, { body: { devicesId: [id], settings: { applications } } });
    await expect
      .poll(
        async () =>
          (await station.call(getDevice, { params: { deviceId: id } })).body.settings.applications?.[0]
            ?.deployment,
      )
      .toMatchObject({ status: 'INSTALLED', installedVersionCode: 1 });
  },
);
