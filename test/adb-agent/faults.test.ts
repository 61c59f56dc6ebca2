import { describe, expect, test } from 'vitest';

import { CLAIM_FILE } from '../../main/adb/guard.ts';
import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { realAdb } from '../support/adb-double/bench.ts';
import { aCableStation, cableOf, HubOfHeadsets } from '../support/cable-bench.ts';
import { longTest } from '../support/long.ts';
import { aCartWithoutAgent, aSerial, tileOf } from '../support/managed-bench.ts';

const program = realAdb();
const open = aCableStation(program);
/** Longer than a headset may be silent before that counts. */
const SILENCE = { timeout: 60_000 };

/** A headset that the station manages, on the Wi-Fi once it is unplugged. */
async function aManaged(wifiAddress: string | undefined, isIsolated = false) {
  const { bench, station } = await open();
  const hub = new HubOfHeadsets(bench);
  const { slots } = await aCartWithoutAgent(station, 1);
  const id = slots[0]?.id ?? '';
  const double = await hub.headset({
    serial: aSerial(),
    ...(wifiAddress === undefined ? {} : { wifiAddress }),
  });
  double.isIsolated = isIsolated;
  bench.plug(double, 1);
  const { android } = double;
  await expect.poll(() => cableOf(station, android.serial)).toMatchObject({ state: 'ready' });
  await expect.poll(() => android.tcpPort).toBe(wifiAddress === undefined ? null : 5555);
  const overAdb = async () => (await tileOf(station, id))?.overAdb;
  const worn = async () => (await tileOf(station, id))?.worn;
  const brightness = (percent: number) =>
    station.call(configureDevices, {
      body: { devicesId: [id], settings: { display: { brightness: percent } } },
    });
  const level = () => android.system.settings.get('system/screen_brightness');
  return { bench, station, hub, double, android, id, overAdb, worn, brightness, level };
}

describe.skipIf(program === undefined)(
  'what goes wrong with a managed headset is said, and passes by itself',
  () => {
    test('it no longer allows this computer on the Wi-Fi', async () => {
      const { bench, hub, double, overAdb, brightness, level } = await aManaged('127.0.36.1');
      await using _hub = hub;
      await bench.unplug(double);
      await expect.poll(overAdb).toMatchObject({ connection: 'wifi' });
      double.revoke();
      await expect.poll(overAdb, SILENCE).toMatchObject({ connection: 'unauthorized' });
      await brightness(20);
      double.allow();
      await expect.poll(overAdb, SILENCE).toMatchObject({ connection: 'wifi' });
      await expect.poll(level).toBe('51');
    });

    longTest('it sleeps and does not answer on the Wi-Fi', async () => {
      const { bench, hub, double, android, overAdb, worn, brightness, level } = await aManaged('127.0.36.2');
      await using _hub = hub;
      await bench.unplug(double);
      await expect.poll(overAdb).toMatchObject({ connection: 'wifi' });
      android.system.isAwake = false;
      await expect.poll(worn, SILENCE).toBe(false);
      double.isHung = true;
      await expect.poll(overAdb, SILENCE).toMatchObject({ connection: 'asleep' });
      await brightness(20);
      double.isHung = false;
      android.system.isAwake = true;
      double.cutWifi();
      await expect.poll(overAdb, SILENCE).toMatchObject({ connection: 'wifi' });
      await expect.poll(level).toBe('51');
    });

    longTest('it hangs at its cable', async () => {
      const { hub, double, overAdb } = await aManaged(undefined);
      await using _hub = hub;
      double.isHung = true;
      await expect.poll(overAdb, SILENCE).toMatchObject({ connection: 'silent' });
      double.isHung = false;
      // A command that it never answered is given up after a minute.
      await expect.poll(overAdb, { timeout: 90_000 }).toMatchObject({ connection: 'usb' });
    });

    test('the network keeps it from this computer', async () => {
      const { bench, hub, double, overAdb, brightness, level } = await aManaged('127.0.36.3', true);
      await using _hub = hub;
      await expect.poll(overAdb, SILENCE).toEqual({ connection: 'usb', wifi: 'blocked' });
      await bench.unplug(double);
      await expect.poll(overAdb).toMatchObject({ wifi: 'blocked' });
      double.isIsolated = false;
      await double.listen(5555);
      await expect.poll(overAdb, SILENCE).toEqual({ connection: 'wifi', wifi: 'open' });
      await brightness(20);
      await expect.poll(level).toBe('51');
    });

    test('it takes no file any more: a marked one stays managed, one without a mark says so', async () => {
      const { bench, hub, double, android, overAdb, brightness, level } = await aManaged(undefined);
      await using _hub = hub;
      android.isWritable = false;
      await bench.unplug(double);
      await expect.poll(overAdb).toMatchObject({ connection: 'none' });
      bench.plug(double, 1);
      await expect.poll(overAdb).toMatchObject({ connection: 'usb' });
      android.disk.remove(CLAIM_FILE);
      await bench.unplug(double);
      await expect.poll(overAdb).toMatchObject({ connection: 'none' });
      bench.plug(double, 1);
      await expect.poll(overAdb).toMatchObject({ connection: 'unwritable' });
      await brightness(20);
      android.isWritable = true;
      await expect.poll(overAdb).toMatchObject({ connection: 'usb' });
      await expect.poll(level).toBe('51');
    });
  },
);
