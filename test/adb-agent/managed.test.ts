import { describe, expect, test } from 'vitest';

import { getAvailability } from '../../shared/contract/commands/availability.ts';
import { sendCommand, unenrollDevice } from '../../shared/contract/commands/commands.ts';
import { listDrift } from '../../shared/contract/configuration/drift.ts';
import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { getDevice } from '../../shared/contract/devices/devices.ts';
import { listEvents } from '../../shared/contract/devices/events.ts';
import { realAdb } from '../support/adb-double/bench.ts';
import type { TestStation } from '../support/a-station.ts';
import { aCableStation, aSmallApp, cableOf, HubOfHeadsets } from '../support/cable-bench.ts';
import { aCartWithoutAgent, aSerial, tileOf } from '../support/managed-bench.ts';

const program = realAdb();

describe.skipIf(program === undefined)('headsets without an agent, over a real adb server', () => {
  const open = aCableStation(program);
  const read = async (station: TestStation, deviceId: string) =>
    (await station.call(getDevice, { params: { deviceId } })).body;

  test('a headset is plugged in, allowed, enrolled and ready, and nothing was installed or typed', async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { slots } = await aCartWithoutAgent(station, 1);
    const double = await hub.headset({
      serial: aSerial(),
      isAllowed: false,
      macAddress: '2c:26:17:00:00:01',
    });
    const { android } = double;
    bench.plug(double, 1);
    await expect.poll(() => cableOf(station, double.address)).toMatchObject({ state: 'unauthorized' });
    double.allow();
    const id = slots[0]?.id ?? '';
    await expect.poll(() => cableOf(station, android.serial)).toMatchObject({ state: 'ready', slot: { id } });
    expect(android.packages).toEqual([]);
    await expect
      .poll(() => read(station, id))
      .toMatchObject({
        androidId: android.system.options.androidId,
        macAddress: '2C:26:17:00:00:01',
        osVersion: '14 (52433670048800520)',
        type: { name: 'Meta Quest 3', brand: 'meta' },
        settings: {
          batteryInfo: { level: 80, isCharging: false, health: 'Good', temperature: 31, voltage: 4_123 },
          storages: [{ totalSpace: 8_000_000_000, isRemovable: false }],
        },
      });
  });

  test('settings are written in the scale of the headset, and only what is read back is confirmed', async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { slots } = await aCartWithoutAgent(station, 1);
    const { android } = await pluggedIn(hub, bench);
    const id = slots[0]?.id ?? '';
    await expect.poll(() => cableOf(station, android.serial)).toMatchObject({ state: 'ready' });
    android.system.ignored.add('screen_off_timeout');
    const settings = { volume: 60, display: { brightness: 70 }, power: { screenOffDelaySec: 600 } };
    await station.call(configureDevices, { body: { devicesId: [id], settings } });
    await expect.poll(() => android.system.settings.get('system/screen_brightness')).toBe('179');
    expect(android.system.volume).toBe(9);
    // The system ignores one of them, and says so to nobody: it was read back.
    await expect
      .poll(async () => (await station.call(listDrift)).body.neverInEffect)
      .toMatchObject([{ id, fields: [{ path: 'power.screenOffDelaySec', reported: 60 }] }]);
  });

  test('an app is installed whole, and removed when it is unassigned; what the maker installed stays', async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { slots } = await aCartWithoutAgent(station, 1);
    const content = aSmallApp(station, 'org.school.lab');
    hub.packages.set(content.sha256, 'org.school.lab');
    const { android } = await pluggedIn(hub, bench);
    const id = slots[0]?.id ?? '';
    await expect.poll(() => cableOf(station, android.serial)).toMatchObject({ state: 'ready' });
    const applications = [{ packageName: 'org.school.lab', url: station.url + content.path, codeVersion: 1 }];
    await station.call(configureDevices, { body: { devicesId: [id], settings: { applications } } });
    await expect.poll(() => android.packages).toEqual(['org.school.lab']);
    await expect
      .poll(async () => (await read(station, id)).settings.applications?.[0]?.deployment?.status)
      .toBe('INSTALLED');
    await station.call(configureDevices, { body: { devicesId: [id], settings: { applications: [] } } });
    await expect.poll(() => android.packages).toEqual([]);
    expect(android.disk.paths.filter((path) => path.includes('part'))).toEqual([]);
  });

  test('the cable is pulled: the headset is offline, and the same one again at another port', async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { slots } = await aCartWithoutAgent(station, 2);
    const double = await pluggedIn(hub, bench);
    const id = slots[0]?.id ?? '';
    await expect.poll(() => cableOf(station, double.android.serial)).toMatchObject({ state: 'ready' });
    const isAvailable = async (): Promise<boolean> =>
      (await station.call(getAvailability, { params: { deviceId: id } })).body.isAvailable;
    await expect.poll(isAvailable).toBe(true);
    await bench.unplug(double);
    await expect.poll(isAvailable).toBe(false);
    bench.plug(double, 2);
    await expect.poll(isAvailable).toBe(true);
    expect((await read(station, slots[1]?.id ?? '')).androidId ?? null).toBeNull();
  });

  test('after the cable a headset is managed over the Wi-Fi; restarted, it is plugged in once and back', async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { slots } = await aCartWithoutAgent(station, 1);
    const double = await hub.headset({ serial: aSerial(), wifiAddress: '127.0.31.7' });
    bench.plug(double, 1);
    const id = slots[0]?.id ?? '';
    const isAvailable = async (): Promise<boolean> =>
      (await station.call(getAvailability, { params: { deviceId: id } })).body.isAvailable;
    await expect.poll(() => cableOf(station, double.android.serial)).toMatchObject({ state: 'ready' });
    await expect.poll(() => double.android.tcpPort).toBe(5555);
    await bench.unplug(double);
    // Over the Wi-Fi now: a setting arrives without a cable.
    const settings = { display: { brightness: 20 } };
    await station.call(configureDevices, { body: { devicesId: [id], settings } });
    await expect.poll(() => double.android.system.settings.get('system/screen_brightness')).toBe('51');
    expect(await isAvailable()).toBe(true);

    await double.restart();
    await expect.poll(isAvailable).toBe(false);
    bench.plug(double, 1);
    await expect.poll(isAvailable).toBe(true);
    await expect.poll(() => double.android.tcpPort).toBe(5555);
  });

  test('commands are carried out, and what adb cannot do is refused with the reason', async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { slots } = await aCartWithoutAgent(station, 1);
    const { android } = await pluggedIn(hub, bench);
    const id = slots[0]?.id ?? '';
    await expect.poll(() => cableOf(station, android.serial)).toMatchObject({ state: 'ready' });
    const send = async (event: string, message: Record<string, unknown> = {}): Promise<unknown> => {
      const { body } = await station.call(sendCommand, {
        params: { deviceId: id },
        body: { event, message },
      });
      return body.status === 'answered' ? body.answer : body;
    };
    await expect.poll(() => send('ping')).toMatchObject({ isAvailable: true, batteryLevel: 80 });
    expect(await send('show-text', { text: `It's "five" o'clock 🙂; reboot` })).toMatchObject({
      accepted: true,
    });
    expect(android.system.notifications).toEqual([`It's "five" o'clock 🙂; reboot`]);
    expect(await send('start-stream')).toMatchObject({ accepted: false, reason: 'NOT_SUPPORTED_OVER_ADB' });
    expect(await send('launch-app', { packageName: 'a.b; reboot' })).toMatchObject({ accepted: false });
  });

  test('the app of a kiosk is in front again after another app, a crash, and a start that failed at first', async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { slots } = await aCartWithoutAgent(station, 1);
    const content = aSmallApp(station, 'org.school.kiosk');
    hub.packages.set(content.sha256, 'org.school.kiosk');
    const { android } = await pluggedIn(hub, bench);
    const id = slots[0]?.id ?? '';
    await expect.poll(() => cableOf(station, android.serial)).toMatchObject({ state: 'ready' });
    const applications = [
      { packageName: 'org.school.kiosk', url: station.url + content.path, codeVersion: 1 },
    ];
    const kioskMode = { isActive: true, packageName: 'org.school.kiosk' };
    await station.call(configureDevices, {
      body: { devicesId: [id], settings: { applications, kioskMode } },
    });
    const foreground = (): string | null => android.system.foreground;
    await expect.poll(foreground).toBe('org.school.kiosk');
    const running = async () => (await tileOf(station, id))?.runningPackage;
    await expect.poll(running).toBe('org.school.kiosk');
    android.system.foreground = 'com.oculus.browser';
    await expect.poll(foreground).toBe('org.school.kiosk');
    android.system.failing.add('org.school.kiosk');
    android.system.foreground = null;
    const starts = (): number => android.commandLines.filter((line) => line.startsWith('am start')).length;
    await expect.poll(starts).toBeGreaterThan(2);
    android.system.failing.clear();
    await expect.poll(foreground).toBe('org.school.kiosk');
  });

  test('an un-enrolled headset is released, and loses only what Muster put on it', async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { slots } = await aCartWithoutAgent(station, 1);
    const { android } = await pluggedIn(hub, bench);
    const id = slots[0]?.id ?? '';
    await expect.poll(() => cableOf(station, android.serial)).toMatchObject({ state: 'ready' });
    await station.call(unenrollDevice, { params: { deviceId: id } });
    await expect.poll(async () => (await read(station, id)).androidId ?? null).toBeNull();
    const { body } = await station.call(listEvents, { params: { deviceId: id } });
    expect(body.items.map(({ type }) => type)).toContain('UNENROLLED');
  });

  async function pluggedIn(hub: HubOfHeadsets, bench: Awaited<ReturnType<typeof open>>['bench']) {
    const double = await hub.headset({ serial: aSerial() });
    bench.plug(double, 1);
    return double;
  }
});
