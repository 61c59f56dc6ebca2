import { expect, test } from 'vitest';

import { getDevice, listDevices } from '../../../../shared/contract/devices/devices.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const clock = new ManualClock();
const station = await aSharedStation({ clock });

async function aHeadset() {
  const { id, token, androidId } = await station.enrolled();
  return {
    id,
    token,
    androidId,
    beat: (body?: unknown) =>
      station.call(updateDevice, {
        params: { deviceId: id },
        token,
        ...(body === undefined ? {} : { body }),
      }),
    read: async () => (await station.call(getDevice, { params: { deviceId: id } })).body,
  };
}

const inventory = {
  mdmInfo: { codeVersion: 12, labelVersion: '1.2.0', isDeviceOwner: true },
  downloads: [
    {
      downloadId: 1,
      url: 'https://content.example/lesson.mp4',
      dir: '/sdcard/lessons',
      fileName: 'lesson.mp4',
      totalBytes: 5_000_000_000,
      lastBytes: 1_000_000,
      status: 'RUNNING',
      progress: 0.2,
      speed: 1_250_000.5,
      typeFile: 'video',
      startTime: 1_763_000_000_000,
      associatedObject: { id: 'video-1', nested: { list: [1, null, 'x'] } },
    },
  ],
  installedPackages: [{ packageName: 'com.example.app', versionCode: 7, versionName: '0.7 β' }],
  contentPresence: [
    {
      contentId: 'video-1',
      type: 'video',
      packageName: 'com.example.app',
      present: true,
      sizeBytes: 123,
      installed: false,
      installedVersionCode: 6,
      expectedVersionCode: 7,
      managedPaths: ['/sdcard/lessons/lesson.mp4'],
    },
  ],
  osVersion: '14',
  worn: true,
};
const batteryInfo = { level: 81.5, isCharging: true, health: 'Good', temperature: 31.2, voltage: 4.1 };
const storages = [
  { volumeDescription: 'Internal', totalSpace: 100, freeSpace: 40, usedSpace: 60, isRemovable: false },
];

test('every documented field of a heartbeat is stored and read back', async () => {
  const headset = await aHeadset();

  const { status } = await headset.beat({
    ...inventory,
    batteryInfo,
    storages,
    androidId: headset.androidId,
    macAddress: 'AA:BB:CC:DD:EE:0F',
    type: { name: 'PICO 4', product: 'A8110' },
  });

  expect(status).toBe(200);
  const device = await headset.read();
  expect(device).toMatchObject({
    ...inventory,
    macAddress: 'AA:BB:CC:DD:EE:0F',
    type: { name: 'PICO 4', product: 'A8110', brand: 'pico' },
  });
  expect(device.settings).toMatchObject({ batteryInfo, storages });
  expect(device.settingsRevision).toBe(0);
});

test('fields that a heartbeat omits stay unchanged', async () => {
  const headset = await aHeadset();
  await headset.beat({ ...inventory, batteryInfo, storages, macAddress: 'AA:BB:CC:DD:EE:0F' });
  const before = await headset.read();

  await headset.beat({ worn: false });

  expect(await headset.read()).toEqual({ ...before, worn: false });
});

test('an empty inventory replaces the old one', async () => {
  const headset = await aHeadset();
  await headset.beat({ ...inventory, storages });

  await headset.beat({ downloads: [], installedPackages: [], contentPresence: [], storages: [] });

  const device = await headset.read();
  expect(device).toMatchObject({ downloads: [], installedPackages: [], contentPresence: [] });
  expect(device.settings.storages).toEqual([]);
});

test('a heartbeat without a body updates the time last seen', async () => {
  const headset = await aHeadset();

  const { status, body } = await headset.beat();

  expect(status).toBe(200);
  expect(body).toEqual({
    id: headset.id,
    lastHeartbeatAt: new Date(clock.now()).toISOString(),
    acknowledged: [],
    rejected: [],
    settingsRevision: 0,
    commands: [],
  });
});

test('the time last seen is in the record and in the list, by the station’s own clock', async () => {
  const headset = await aHeadset();
  expect((await headset.read()).lastHeartbeatAt).toBeNull();
  await headset.beat();
  clock.advance(61_000);

  await headset.beat();

  const now = new Date(clock.now()).toISOString();
  expect((await headset.read()).lastHeartbeatAt).toBe(now);
  const list = await station.call(listDevices, { query: { limit: '100' } });
  expect(list.body.items.find(({ id }) => id === headset.id)?.lastHeartbeatAt).toBe(now);
});

test('a headset without a connection is available for a while after its heartbeat, then no longer', async () => {
  const headset = await aHeadset();
  await headset.beat();
  expect((await headset.read()).isAvailable).toBe(true);

  clock.advance(90_000);

  expect((await headset.read()).isAvailable).toBe(false);
});

test('unknown fields are ignored at every level', async () => {
  const headset = await aHeadset();

  const { status } = await headset.beat({
    future: { deep: true },
    mdmInfo: { codeVersion: 3, colour: 'red' },
    installedPackages: [{ packageName: 'a', signer: 'x' }],
    batteryInfo: { level: 5, cycles: 3 },
  });

  expect(status).toBe(200);
  const device = await headset.read();
  expect(device).not.toHaveProperty('future');
  expect(device.mdmInfo).toEqual({ codeVersion: 3 });
  expect(device.installedPackages).toEqual([{ packageName: 'a' }]);
  expect(device.settings.batteryInfo).toEqual({ level: 5 });
});

test('a MAC address is six pairs of hex digits with colons; anything else is refused and nothing is stored', async () => {
  const headset = await aHeadset();

  for (const macAddress of ['AA-BB-CC-DD-EE-FF', 'AA:BB:CC:DD:EE', 'AA:BB:CC:DD:EE:GG', '', 7]) {
    expect(await headset.beat({ macAddress, osVersion: 'never' })).toMatchObject(refusedAt('macAddress'));
  }

  expect(await headset.read()).toMatchObject({
    macAddress: null,
    osVersion: null,
    lastHeartbeatAt: null,
  });
});

test('a heartbeat for an unknown or a deleted device is not found, for another organisation’s device too', async () => {
  const { id } = await station.enrolled();
  const other = await station.enterprise();

  const foreign = await station.call(updateDevice, {
    params: { deviceId: id },
    token: other.token,
    body: {},
  });
  const unknown = await station.call(updateDevice, { params: { deviceId: 'nobody' }, body: {} });
  await station.send('DELETE', `/devices/${id}`);
  const deleted = await station.call(updateDevice, { params: { deviceId: id }, body: {} });

  for (const answer of [foreign, unknown, deleted]) {
    expect(answer).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  }
});

test('a malformed device id is refused with its path', async () => {
  const answer = await station.call(updateDevice, { params: { deviceId: 'no such id' }, body: {} });

  expect(answer).toMatchObject(refusedAt('path.deviceId'));
});

test('reported values survive a restart', async () => {
  const headset = await aHeadset();
  await headset.beat({ ...inventory, batteryInfo, storages });
  const before = await headset.read();

  await station.restart();

  expect(await headset.read()).toEqual(before);
});
