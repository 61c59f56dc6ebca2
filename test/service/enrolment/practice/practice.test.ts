import { expect } from 'vitest';

import { getDevice, listDevices } from '../../../../shared/contract/devices/devices.ts';
import { setMetadata } from '../../../../shared/contract/devices/metadata.ts';
import { getPractice, startPractice, stopPractice } from '../../../../shared/contract/operations/station.ts';
import { repairDrift } from '../../../../shared/contract/configuration/drift.ts';
import { listLibrary } from '../../../../shared/contract/content/library.ts';
import { aStation } from '../../../support/a-station.ts';
import { longTest, shortTest as test } from '../../../support/long.ts';

test('removing the practice cart removes its own headsets and no other, whatever metadata says', async () => {
  await using station = await aStation();
  const own = await station.enrolled('a-real-headset');
  const started = await station.call(startPractice, { body: { count: 2, paceMs: 60_000 } });
  expect(started.body).toMatchObject({ isRunning: true, count: 2 });
  const practice = (await station.call(listDevices)).body.items.find(({ id }) => id !== own.id);
  const copied = (await station.call(getDevice, { params: { deviceId: practice?.id ?? '' } })).body.metadata[
    'muster'
  ];
  await station.call(setMetadata, { params: { deviceId: own.id, namespace: 'muster' }, body: copied });

  await station.call(stopPractice);

  const { body } = await station.call(listDevices);
  expect(body.items.map(({ id }) => id)).toEqual([own.id]);
});

test('a second practice cart is refused while one runs, and none runs after a restart', async () => {
  await using station = await aStation();
  const first = await station.call(startPractice, { body: { count: 1, paceMs: 60_000 } });
  const second = await station.call(startPractice, { body: { count: 1 } });
  expect(first.body).toMatchObject({ isRunning: true, count: 1 });
  expect(second).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });

  await station.restart();
  expect((await station.call(getPractice)).body.isRunning).toBe(false);
  await station.call(stopPractice);
  expect((await station.call(listDevices)).body.total).toBe(0);
});

test('of two requests at once one starts a practice cart; another organisation neither sees nor stops it', async () => {
  await using station = await aStation();
  const another = await station.enterprise();
  const start = () => station.call(startPractice, { body: { count: 1, paceMs: 60_000 } });
  const started = await Promise.all([start(), start()]);
  expect(started.map(({ status }) => status)).toEqual([200, 409]);
  expect((await station.call(listDevices)).body.total).toBe(1);

  const nothing = { isRunning: false, cart: null, count: 0 };
  expect((await station.call(getPractice, { token: another.token })).body).toEqual(nothing);
  expect((await station.call(stopPractice, { token: another.token })).body).toEqual(nothing);
  expect((await station.call(getPractice)).body).toMatchObject({ isRunning: true, count: 1 });
});

test('a practice cart adds its apps with names and icons, and removes them when it ends', async () => {
  await using station = await aStation();
  await station.call(startPractice, { body: { count: 2, paceMs: 60_000 } });
  const { items } = (await station.call(listLibrary)).body;
  expect(new Set(items.map(({ apk }) => apk?.label))).toEqual(
    new Set(['Human Body', 'Museum Tour', 'Planetarium']),
  );
  for (const { apk } of items) {
    const icon = await fetch(`${station.url}/apk-details/image/${apk?.packageName}`);
    expect(icon.headers.get('content-type')).toBe('image/webp');
  }
  const [slot] = (await station.call(listDevices)).body.items;
  const { settings } = (await station.call(getDevice, { params: { deviceId: slot?.id ?? '' } })).body;
  expect(new Set(settings.applications?.map(({ packageName }) => packageName))).toEqual(
    new Set(items.map(({ apk }) => apk?.packageName)),
  );

  await station.call(stopPractice);
  expect((await station.call(listLibrary)).body.items).toEqual([]);
});

longTest(
  'of a practice cart one headset fails, which a retry mends, and the others report the versions of the library',
  async () => {
    await using station = await aStation({ rateLimit: 0 });
    await station.call(startPractice, { body: { count: 5, paceMs: 0 } });
    const { items } = (await station.call(listDevices)).body;
    const failing = items.find(({ label }) => label === 'P-04')?.id ?? '';
    const reported = async (deviceId: string) =>
      (await station.call(getDevice, { params: { deviceId } })).body.settings.applications?.map(
        ({ deployment }) => deployment?.status,
      );
    await expect.poll(() => reported(failing)).toContain('FAILED');
    const other = items.find(({ label }) => label === 'P-01')?.id ?? '';
    await expect.poll(() => reported(other)).toEqual(['INSTALLED', 'INSTALLED', 'INSTALLED']);
    const { installedPackages } = (await station.call(getDevice, { params: { deviceId: other } })).body;
    expect(installedPackages).toContainEqual({
      packageName: 'io.muster.practice.museum',
      versionCode: 187,
      versionName: '1.8.7',
    });

    const repaired = await station.call(repairDrift, {
      body: { devicesId: [failing], what: 'failedContents' },
    });
    expect(repaired.status).toBe(200);
    await expect.poll(() => reported(failing)).toEqual(['INSTALLED', 'INSTALLED', 'INSTALLED']);
  },
);
