// Thirty headsets over Wi-Fi while everything goes wrong at once, on a real station in its own process.
import { expect, test } from 'vitest';

import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { getDevice } from '../../shared/contract/devices/devices.ts';
import { listEvents } from '../../shared/contract/devices/events.ts';
import { setCableRecipe, startCable } from '../../shared/contract/enrolment/cable.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import { AdbBench, realAdb } from '../support/adb-double/bench.ts';
import type { HeadsetDouble } from '../support/adb-double/headset.ts';
import { aServedCableStation, aSmallApp, HubOfHeadsets } from '../support/cable-bench.ts';
import { EventReader } from '../support/event-reader.ts';
import { tileOf } from '../support/managed-bench.ts';
import { aFolder } from '../support/temp-folder.ts';

const program = realAdb();
const COUNT = 30;
const APP = 'org.school.lab';
/** How many headsets have the app when the station is killed once more. */
const KILLS = [2, 6, 10, 14, 18];
const PATIENCE = { timeout: 150_000, interval: 500 };

test.skipIf(program === undefined)(
  'thirty over Wi-Fi end in their wanted state or with a reason, whatever is cut, full, restarted or killed',
  async () => {
    using folder = aFolder();
    await using bench = await AdbBench.start(program ?? '');
    await using hub = new HubOfHeadsets(bench);
    const doubles: HeadsetDouble[] = [];
    for (let at = 0; at < COUNT; at += 1) {
      const wifiAddress = `127.0.42.${at + 1}`;
      doubles.push(await hub.headset({ serial: `THIRTY-${at + 1}`, wifiAddress }));
    }
    let { served, station } = await aServedCableStation(bench, folder.path);
    const { body } = await station.call(createSlots, {
      body: { count: COUNT, labelPrefix: 'T-', pad: 2, cart: { id: 'cart-t', label: 'T' } },
    });
    const ids = body.items.map(({ id }) => id);
    await station.call(setCableRecipe, { body: { cart: 'cart-t', name: 'T', agent: null } });
    await station.call(startCable, { body: { cart: 'cart-t' } });
    for (const [at, double] of doubles.entries()) bench.plug(double, at + 1);
    const tile = (id: string) =>
      tileOf(
        {
          stream: (path) => EventReader.open(served.url + path, { authorization: `Bearer ${served.token}` }),
        },
        id,
      );
    const read = async (id: string) => (await station.call(getDevice, { params: { deviceId: id } })).body;
    await expect
      .poll(() => doubles.map(({ android }) => android.tcpPort), PATIENCE)
      .toEqual(doubles.map(() => 5555));
    for (const double of doubles) await bench.unplug(double);
    await expect
      .poll(async () => (await tile(ids[COUNT - 1] ?? ''))?.overAdb?.connection, PATIENCE)
      .toBe('wifi');
    const owners = new Map<string, string>();
    for (const id of ids) owners.set(id, (await read(id)).androidId ?? '');
    expect(new Set(owners.values()).size).toBe(COUNT);

    const [full, restarted, away] = [doubles.slice(0, 3), doubles.slice(3, 7), doubles.slice(7, 9)];
    for (const { android } of full) android.disk.totalBytes = 1_000_000;
    // Slow enough that a kill finds some of them in the middle.
    for (const { android } of doubles)
      android.disk.onArrival = () => new Promise((resolve) => setTimeout(resolve, 400));
    const content = aSmallApp(station, APP);
    hub.packages.set(content.sha256, APP);
    const applications = [{ id: content.sha256, packageName: APP, url: content.path, codeVersion: 1 }];
    const settings = {
      applications,
      display: { brightness: 90 },
      kioskMode: { isActive: true, packageName: APP },
    };
    await station.call(configureDevices, { body: { devicesId: ids, settings } });
    const installed = () => doubles.filter(({ android }) => android.packages.includes(APP)).length;
    for (const [at, enough] of KILLS.entries()) {
      await expect.poll(installed, PATIENCE).toBeGreaterThanOrEqual(enough);
      await served.kill();
      if (at === 1) for (const double of [...restarted, ...away]) await double.restart();
      ({ served, station } = await aServedCableStation(bench, folder.path));
      for (const double of doubles.slice(10 + at * 4, 14 + at * 4)) double.cutWifi();
      if (at === 2) for (const double of restarted) bench.plug(double, doubles.indexOf(double) + 1);
    }

    const good = doubles.filter((double) => !full.includes(double) && !away.includes(double));
    const isGood = ({ android }: HeadsetDouble) =>
      android.packages.includes(APP) &&
      android.system.foreground === APP &&
      android.system.settings.get('system/screen_brightness') === '230';
    await expect
      .poll(() => good.filter((double) => !isGood(double)).map(({ android }) => android.serial), PATIENCE)
      .toEqual([]);
    const statusOf = async (double: HeadsetDouble) => {
      const id =
        [...owners].find(([, androidId]) => androidId === double.android.system.options.androidId)?.[0] ?? '';
      const application = (await read(id)).settings.applications?.[0];
      return { id, status: application?.deployment?.status };
    };
    for (const double of good)
      await expect.poll(async () => (await statusOf(double)).status, PATIENCE).toBe('INSTALLED');
    for (const double of full) {
      await expect.poll(async () => (await statusOf(double)).status, PATIENCE).toBe('FAILED');
      const { id } = await statusOf(double);
      const events = await station.call(listEvents, { params: { deviceId: id } });
      const failed = events.body.items.find(({ type }) => type === 'DOWNLOAD_FAILED');
      expect(failed?.payload).toMatchObject({ reason: 'NOT_ENOUGH_STORAGE' });
    }
    for (const double of away) {
      const { id } = await statusOf(double);
      await expect.poll(async () => (await tile(id))?.overAdb?.connection, PATIENCE).toBe('plugIn');
    }
    // Nothing doubled: the same thirty in the same slots; and nothing half.
    for (const [id, androidId] of owners) expect((await read(id)).androidId).toBe(androidId);
    const half = doubles.flatMap(({ android }) =>
      android.disk.paths.filter((path) => /muster-.*(?:part|apk)$/.test(path)),
    );
    expect(half).toEqual([]);
    expect(await served.stop()).toBe(0);
  },
  420_000,
);
