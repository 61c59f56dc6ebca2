import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { getDevice } from '../../shared/contract/devices/devices.ts';
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
