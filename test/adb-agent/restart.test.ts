import { expect, test } from 'vitest';

import { getAvailability } from '../../shared/contract/commands/availability.ts';
import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { setCableRecipe, startCable } from '../../shared/contract/enrolment/cable.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import { AdbBench, realAdb } from '../support/adb-double/bench.ts';
import { aServedCableStation, cableOf, HubOfHeadsets } from '../support/cable-bench.ts';
import { aFolder } from '../support/temp-folder.ts';

const program = realAdb();

test.skipIf(program === undefined)(
  'a killed station manages the same headset again, and does what it had missed',
  async () => {
    using folder = aFolder();
    await using bench = await AdbBench.start(program ?? '');
    await using hub = new HubOfHeadsets(bench);
    const double = await hub.headset();
    const { android } = double;
    const first = await aServedCableStation(bench, folder.path);
    const cart = 'cart-a';
    const { body } = await first.station.call(createSlots, {
      body: { count: 1, labelPrefix: 'Q-', cart: { id: cart, label: cart } },
    });
    const id = body.items[0]?.id ?? '';
    await first.station.call(setCableRecipe, { body: { cart, name: cart, agent: null } });
    await first.station.call(startCable, { body: { cart } });
    bench.plug(double, 1);
    await expect.poll(() => cableOf(first.station, android.serial)).toMatchObject({ state: 'ready' });
    await first.served.kill();
    await bench.unplug(double);

    // Nobody opens By cable: the station finds its headset by who it is, at another port.
    const { served, station } = await aServedCableStation(bench, folder.path);
    const settings = { display: { brightness: 90 } };
    await station.call(configureDevices, { body: { devicesId: [id], settings } });
    bench.plug(double, 3);
    await expect.poll(() => android.system.settings.get('system/screen_brightness')).toBe('230');
    const availability = await station.call(getAvailability, { params: { deviceId: id } });
    expect(availability.body.isAvailable).toBe(true);
    expect(await served.stop()).toBe(0);
  },
);
