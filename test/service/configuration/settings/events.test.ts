import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { configureDevice, configureDevices } from '../../../../shared/contract/configuration/configure.ts';
import { getDevice, getDeviceByAndroidId } from '../../../../shared/contract/devices/devices.ts';
import { aStation } from '../../../support/a-station.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const PASSWORD = 'correct horse battery';
const wifi = [{ ssid: 'School', password: PASSWORD, hidden: true, priority: 2 }];

test('the headset and the fleet are notified at once, for one device and for many', async () => {
  const headset = await station.enrolled();
  await using link = await station.stream(`/devices/${headset.id}/updates`, headset.token);
  await using fleet = await station.stream('/station/updates');
  await link.next('hello');

  await station.call(configureDevice, { params: { deviceId: headset.id }, body: { volume: 3 } });
  await link.next('settings', ({ revision }) => revision === 1);
  await station.call(configureDevices, { body: { devicesId: [headset.id], settings: { volume: 4 } } });
  await link.next('settings', ({ revision }) => revision === 2);
  const received = await fleet.next('device', ({ settingsRevision }) => settingsRevision === 2);

  expect(received.data).toMatchObject({ id: headset.id });
});

test('a Wi-Fi password is in the full record of one device, and in no other answer', async () => {
  const headset = await station.enrolled();
  const single = await station.call(configureDevice, { params: { deviceId: headset.id }, body: { wifi } });
  const bulk = await station.call(configureDevices, {
    body: { devicesId: [headset.id], settings: { volume: 1 } },
  });

  expect(JSON.stringify([single.body, bulk.body])).not.toContain(PASSWORD);
  expect(single.body.device.settings.wifi).toEqual([{ ssid: 'School', hidden: true, priority: 2 }]);
  for (const token of [station.token, headset.token]) {
    const byId = await station.call(getDevice, { params: { deviceId: headset.id }, token });
    const byAndroid = await station.call(getDeviceByAndroidId, {
      params: { androidid: headset.androidId },
      token,
    });
    expect(byId.body.settings.wifi).toEqual(wifi);
    expect(byAndroid.body.settings.wifi).toEqual(wifi);
  }
});

test('a network without a password keeps the known one; null and empty remove it', async () => {
  const { id } = await station.enrolled();
  const networks = async (sent: readonly object[]) => {
    await station.call(configureDevice, { params: { deviceId: id }, body: { wifi: sent } });
    return (await station.call(getDevice, { params: { deviceId: id } })).body.settings.wifi;
  };

  await networks(wifi);
  expect(await networks([{ ssid: 'Other' }, { ssid: 'School', priority: 9 }])).toEqual([
    { ssid: 'Other' },
    { ssid: 'School', priority: 9, password: PASSWORD },
  ]);
  expect(await networks([{ ssid: 'School', password: null }])).toEqual([{ ssid: 'School' }]);
  await networks(wifi);
  expect(await networks([{ ssid: 'School', password: '' }])).toEqual([{ ssid: 'School' }]);
});

test('a Wi-Fi password is never stored in plain text', async () => {
  await using own = await aStation();
  const [slot] = await own.slots(1);
  await own.call(configureDevice, { params: { deviceId: slot?.id ?? '' }, body: { wifi } });

  const files = readdirSync(own.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

  expect(files.length).toBeGreaterThan(2);
  for (const file of files) expect(readFileSync(file).includes(PASSWORD)).toBe(false);
});
