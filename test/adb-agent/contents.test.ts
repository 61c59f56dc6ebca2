import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { getDevice } from '../../shared/contract/devices/devices.ts';
import { listEvents } from '../../shared/contract/devices/events.ts';
import { libraryPath } from '../../shared/domain/content/library-address.ts';
import { sha256Of, someBytes, upload } from '../service/content/library/files.ts';
import { aBundle, anApk } from '../support/an-app-bundle.ts';
import { realAdb } from '../support/adb-double/bench.ts';
import { aCableStation, aSmallApp, cableOf, HubOfHeadsets } from '../support/cable-bench.ts';
import { aCartWithoutAgent, aSerial, tileOf } from '../support/managed-bench.ts';

const program = realAdb();

describe.skipIf(program === undefined)('contents over adb', () => {
  const open = aCableStation(program);

  /** Enrolled headsets at the ports of a hub. */
  async function manyManaged(hub: HubOfHeadsets, count: number) {
    const { bench, station } = await open();
    const { slots } = await aCartWithoutAgent(station, count);
    const doubles = await Promise.all(
      Array.from({ length: count }, () => hub.headset({ serial: aSerial() })),
    );
    doubles.forEach((double, index) => bench.plug(double, index + 1));
    for (const { android } of doubles)
      await expect.poll(() => cableOf(station, android.serial)).toMatchObject({ state: 'ready' });
    const ids = slots.map(({ id }) => id);
    const copies = join(station.folder, 'adb-copies');
    const left = (): string[] => (existsSync(copies) ? readdirSync(copies) : []);
    return { station, ids, androids: doubles.map(({ android }) => android), left };
  }

  test('an app for several headsets is installed on each, and not kept on the computer', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { station, ids, androids, left } = await manyManaged(hub, 4);
    const content = aSmallApp(station, 'org.school.many');
    hub.packages.set(content.sha256, 'org.school.many');
    const applications = [
      { packageName: 'org.school.many', url: station.url + content.path, codeVersion: 1 },
    ];
    await station.call(configureDevices, { body: { devicesId: ids, settings: { applications } } });
    for (const android of androids) await expect.poll(() => android.packages).toEqual(['org.school.many']);
    await expect.poll(left).toEqual([]);
  });

  test('an app in several parts is installed with all of them and its expansion file, or not at all', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { station, ids, androids } = await manyManaged(hub, 2);
    const [id = '', refused = ''] = ids;
    const [android, refusing] = androids;
    if (android === undefined || refusing === undefined) throw new Error('no headset');
    const name = 'main.7.org.school.parts.obb';
    const obb = someBytes(50_000);
    const { body } = await upload(
      station,
      aBundle({}, [{ name: `Android/obb/org.school.parts/${name}`, content: obb, isDeflated: true }]),
      { name: 'parts.xapk' },
    );
    const { sha256 = '' } = body.item ?? {};
    hub.packages.set(sha256Of(anApk()), 'org.school.parts');
    android.versionOf = () => 7;
    refusing.installFailure = 'INSTALL_FAILED_INVALID_APK: Split has no base';
    const path = `/sdcard/Android/obb/org.school.parts/${name}`;
    const url = station.url + libraryPath(sha256, 'parts.xapk');
    const applications = [{ packageName: 'org.school.parts', url, codeVersion: 7 }];
    await station.call(configureDevices, { body: { devicesId: ids, settings: { applications } } });

    await expect.poll(() => android.packages).toEqual(['org.school.parts']);
    await expect
      .poll(async () => {
        const { body: device } = await station.call(getDevice, { params: { deviceId: id } });
        return device.settings.applications?.[0]?.deployment?.status;
      })
      .toBe('INSTALLED');
    const split = (part: string): string => sha256Of(anApk({ split: part }));
    expect(android.sessions.committed).toEqual([
      [sha256Of(anApk()), split('config.arm64_v8a'), split('config.fr')],
    ]);
    expect(android.disk.digest(path)).toBe(sha256Of(obb));
    await expect
      .poll(async () => (await tileOf(station, refused))?.download)
      .toMatchObject({ isFailed: true });
    expect(refusing.disk.digest(path)).toBeUndefined();
    // Unassigned: nothing of it stays.
    await station.call(configureDevices, { body: { devicesId: ids, settings: { applications: [] } } });
    await expect.poll(() => android.packages).toEqual([]);
    await expect.poll(() => android.disk.digest(path)).toBeUndefined();
  });

  test('an app is not installed on a nearly empty battery, and is as soon as the headset charges', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { station, ids, androids } = await manyManaged(hub, 1);
    const [id = ''] = ids;
    const [android] = androids;
    if (android === undefined) throw new Error('no headset');
    android.battery = 5;
    const content = aSmallApp(station, 'org.school.low');
    hub.packages.set(content.sha256, 'org.school.low');
    const applications = [{ packageName: 'org.school.low', url: station.url + content.path, codeVersion: 1 }];
    await station.call(configureDevices, { body: { devicesId: [id], settings: { applications } } });
    await expect.poll(async () => (await tileOf(station, id))?.download).toMatchObject({ isFailed: true });
    expect(android.packages).toEqual([]);
    // Nothing was downloaded in vain.
    const query = { type: 'DOWNLOAD_STARTED' };
    expect((await station.call(listEvents, { params: { deviceId: id }, query })).body.total).toBe(0);
    // Charging, as Android numbers it.
    android.system.battery.status = 2;
    await expect.poll(() => android.packages).toEqual(['org.school.low']);
    await expect
      .poll(async () => {
        const { body } = await station.call(getDevice, { params: { deviceId: id } });
        return body.settings.applications?.[0]?.deployment?.status;
      })
      .toBe('INSTALLED');
  });

  test('an installer that lacks space is told as full storage', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { station, ids, androids } = await manyManaged(hub, 1);
    const [id = ''] = ids;
    for (const android of androids)
      android.installFailure =
        'INSTALL_FAILED_INSUFFICIENT_STORAGE: Failed to override installation location';
    const { path } = aSmallApp(station, 'org.school.full');
    const applications = [{ packageName: 'org.school.full', url: station.url + path, codeVersion: 1 }];
    await station.call(configureDevices, { body: { devicesId: [id], settings: { applications } } });
    const query = { type: 'DOWNLOAD_FAILED' };
    await expect
      .poll(
        async () =>
          (await station.call(listEvents, { params: { deviceId: id }, query })).body.items[0]?.payload,
      )
      .toMatchObject({ reason: 'NOT_ENOUGH_STORAGE' });
  });

  test('an app that lacked space is installed as soon as there is space', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { station, ids, androids } = await manyManaged(hub, 1);
    const [id = ''] = ids;
    const [android] = androids;
    if (android === undefined) throw new Error('no headset');
    const { totalBytes } = android.disk;
    android.disk.totalBytes = 1_000_000;
    const content = aSmallApp(station, 'org.school.space');
    hub.packages.set(content.sha256, 'org.school.space');
    const applications = [
      { packageName: 'org.school.space', url: station.url + content.path, codeVersion: 1 },
    ];
    await station.call(configureDevices, { body: { devicesId: [id], settings: { applications } } });
    await expect.poll(async () => (await tileOf(station, id))?.download).toMatchObject({ isFailed: true });
    expect(android.packages).toEqual([]);
    android.disk.totalBytes = totalBytes;
    await expect.poll(() => android.packages).toEqual(['org.school.space']);
  });
});
