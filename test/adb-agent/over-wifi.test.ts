import { describe, expect, test } from 'vitest';

import { getAvailability } from '../../shared/contract/commands/availability.ts';
import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { setAdbWifi } from '../../shared/contract/enrolment/adb/adb-headsets.ts';
import type { TestStation } from '../support/a-station.ts';
import { realAdb } from '../support/adb-double/bench.ts';
import type { HeadsetDouble } from '../support/adb-double/headset.ts';
import { aCableStation, cableOf, HubOfHeadsets } from '../support/cable-bench.ts';
import { aCartWithoutAgent, aSerial, tileOf } from '../support/managed-bench.ts';

const program = realAdb();

describe.skipIf(program === undefined)('adb over the Wi-Fi', () => {
  const open = aCableStation(program);
  const isAvailable = async (station: TestStation, deviceId: string): Promise<boolean> =>
    (await station.call(getAvailability, { params: { deviceId } })).body.isAvailable;

  const sleepPolicy = ({ android }: HeadsetDouble) => android.system.settings.get('global/wifi_sleep_policy');

  /** A headset that was plugged in once, and listens on the Wi-Fi. */
  async function aManaged(hub: HubOfHeadsets, wifiAddress: string) {
    const { bench, station } = await open();
    const { slots } = await aCartWithoutAgent(station, 1);
    const id = slots[0]?.id ?? '';
    const double = await hub.headset({ serial: aSerial(), wifiAddress });
    bench.plug(double, 1);
    await expect.poll(() => cableOf(station, double.android.serial)).toMatchObject({ state: 'ready' });
    await expect.poll(() => double.android.tcpPort).toBe(5555);
    const overAdb = async () => (await tileOf(station, id))?.overAdb;
    return { bench, station, id, double, overAdb };
  }

  test('a restarted headset says that it is to be plugged in once, and after that is as before', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { bench, station, id, double, overAdb } = await aManaged(hub, '127.0.32.1');
    await expect.poll(overAdb).toEqual({ connection: 'usb', wifi: 'open' });
    // Its Wi-Fi stays on while it sleeps.
    expect(sleepPolicy(double)).toBe('2');
    await bench.unplug(double);
    await expect.poll(overAdb).toEqual({ connection: 'wifi', wifi: 'open' });
    await double.restart();
    await expect.poll(overAdb).toEqual({ connection: 'plugIn', wifi: 'open' });
    bench.plug(double, 1);
    await expect.poll(() => double.android.tcpPort).toBe(5555);
    await bench.unplug(double);
    await expect.poll(overAdb).toEqual({ connection: 'wifi', wifi: 'open' });
    // Its agent is back a moment after its connection.
    await expect.poll(() => isAvailable(station, id)).toBe(true);
  });

  test('closed on a headset that is only on the Wi-Fi, it stays closed, and the cable still manages it', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { bench, station, id, double, overAdb } = await aManaged(hub, '127.0.32.2');
    await bench.unplug(double);
    await expect.poll(overAdb).toEqual({ connection: 'wifi', wifi: 'open' });
    const { body } = await station.call(setAdbWifi, { body: { devicesId: [id], isOpen: false } });
    expect(body.items).toMatchObject([{ id, overAdb: { wifi: 'closing' } }]);
    await expect.poll(overAdb).toEqual({ connection: 'none', wifi: 'closed' });
    expect(double.android.tcpPort).toBeNull();
    // Managed only by cable, it has its own value again: none.
    expect(sleepPolicy(double)).toBeUndefined();

    bench.plug(double, 1);
    await expect.poll(overAdb).toEqual({ connection: 'usb', wifi: 'closed' });
    const settings = { display: { brightness: 20 } };
    await station.call(configureDevices, { body: { devicesId: [id], settings } });
    await expect.poll(() => double.android.system.settings.get('system/screen_brightness')).toBe('51');
    expect(double.android.tcpPort).toBeNull();

    await station.call(setAdbWifi, { body: { devicesId: [id], isOpen: true } });
    await expect.poll(() => double.android.tcpPort).toBe(5555);
  });

  test('one that is away when it is to be closed is closed with its next connection', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { bench, station, id, double, overAdb } = await aManaged(hub, '127.0.32.3');
    await double.restart();
    await bench.unplug(double);
    await expect.poll(overAdb).toMatchObject({ connection: 'plugIn' });
    // It is told to listen by somebody else meanwhile.
    await station.call(setAdbWifi, { body: { devicesId: [id], isOpen: false } });
    await double.listen(5555);
    bench.plug(double, 1);
    await expect.poll(() => double.android.tcpPort).toBeNull();
    await expect.poll(overAdb).toEqual({ connection: 'usb', wifi: 'closed' });
  });

  test('a headset that was reset is another one: it is told, and nothing is done to it', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { bench, double, overAdb } = await aManaged(hub, '127.0.32.4');
    await bench.unplug(double);
    await double.restart();
    const { serial } = double.android;
    const reset = await hub.headset({ serial, androidId: 'ffffffffffffffff', wifiAddress: '127.0.32.5' });
    bench.plug(reset, 1);
    await expect.poll(overAdb).toMatchObject({ connection: 'reset' });
    const { commandLines, tcpPort } = reset.android;
    expect(
      commandLines.filter((line) => /^(?:settings put|am|pm (?:un)?install|rm|mv|cmd)/.test(line)),
    ).toEqual([]);
    expect(tcpPort).toBeNull();
  });

  test('headsets that are not managed over adb are left out, and unknown ones refused', async () => {
    const { station } = await open();
    const [slot] = await station.slots(1, 'N-');
    const closed = await station.call(setAdbWifi, { body: { devicesId: [slot?.id ?? ''], isOpen: false } });
    expect(closed.body.items).toEqual([]);
    const unknown = await station.call(setAdbWifi, { body: { devicesId: ['nobody'], isOpen: false } });
    expect(unknown.status).toBe(404);
  });
});
