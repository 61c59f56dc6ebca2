import { expect, test } from 'vitest';

import { configureDevice, configureDevices } from '../../../../shared/contract/configuration/configure.ts';
import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const one = { id: 'a', packageName: 'com.app', url: 'https://content.example/1.apk', codeVersion: 1 };

async function aSlotId(): Promise<string> {
  return (await station.slots(1))[0]?.id ?? '';
}
const configure = (deviceId: string, body: unknown) =>
  station.call(configureDevice, { params: { deviceId }, body });
const read = async (deviceId: string) => (await station.call(getDevice, { params: { deviceId } })).body;

test.each([
  ['url', { url: 'https://content.example/2.apk' }],
  ['codeVersion', { codeVersion: 2 }],
  ['id', { id: 'b' }],
  ['idDetailContent', { idDetailContent: 'sheet' }],
  ['obbUrl', { obbUrl: 'https://content.example/1.obb' }],
])(
  'one package name with another %s is a conflict, and nothing of the request is applied',
  async (_, other) => {
    const id = await aSlotId();

    const answer = await configure(id, { volume: 9, applications: [one, { ...one, ...other }] });

    expect(answer).toMatchObject(refused(422, 'PACKAGE_NAME_CONFLICT'));
    expect(answer.body).toMatchObject({
      message: expect.stringContaining('com.app') as unknown,
      conflicts: [
        {
          packageName: 'com.app',
          applications: [
            { id: 'a', packageName: 'com.app', codeVersion: 1 },
            { packageName: 'com.app', id: 'id' in other ? 'b' : 'a' },
          ],
        },
      ],
    });
    expect(await read(id)).toMatchObject({ settings: {}, settingsRevision: 0 });
  },
);

test('of entries with the same identity the last one is kept with its newest fields', async () => {
  const id = await aSlotId();

  const { body } = await configure(id, {
    applications: [
      { ...one, expirationDate: '2027-01-01T00:00:00Z' },
      { packageName: 'com.other' },
      { ...one, expirationDate: '2028-01-01T00:00:00Z' },
    ],
  });

  expect(body.device.settings.applications).toMatchObject([
    { packageName: 'com.other' },
    { ...one, expirationDate: '2028-01-01T00:00:00Z' },
  ]);
});

test('on the bulk route a conflict changes no device and has the same form', async () => {
  const id = await aSlotId();

  const answer = await station.call(configureDevices, {
    body: { devicesId: [id], settings: { volume: 5, applications: [one, { ...one, codeVersion: 2 }] } },
  });

  expect(answer).toMatchObject(refused(422, 'PACKAGE_NAME_CONFLICT'));
  expect(answer.body).toMatchObject({ conflicts: [{ packageName: 'com.app' }] });
  expect(await read(id)).toMatchObject({ settings: {}, settingsRevision: 0 });
});

test('one video or file with two urls is a conflict', async () => {
  const id = await aSlotId();
  const url = 'https://content.example/1.mp4';
  const two = 'https://content.example/2.mp4';

  const videos = await configure(id, {
    videos: [
      { id: 'v', url },
      { id: 'v', url: two },
    ],
  });
  const files = await configure(id, {
    files: [
      { id: 'f', name: 'x', url },
      { id: 'f', name: 'x', url: two },
    ],
  });

  expect(videos).toMatchObject(refused(422, 'INVALID_CONFIGURATION'));
  expect(videos.body).toMatchObject({ details: [{ path: 'videos.1' }] });
  expect(files.body).toMatchObject({ details: [{ path: 'files.1' }] });
});

test('the kiosk is accepted in both forms and returned as the object', async () => {
  const id = await aSlotId();
  await configure(id, { applications: [one], kioskMode: { isActive: false, packageName: 'com.app' } });

  expect((await configure(id, { kioskMode: true })).body.device.settings.kioskMode).toEqual({
    isActive: true,
    packageName: 'com.app',
  });
  expect((await configure(id, { kioskMode: false })).body.device.settings.kioskMode).toEqual({
    isActive: false,
    packageName: 'com.app',
  });
});

test.each([
  ['no package is known', { kioskMode: true }],
  ['the object names none', { kioskMode: { isActive: true } }],
  ['the package is neither assigned nor installed', { kioskMode: { isActive: true, packageName: 'com.x' } }],
])('an active kiosk is refused where %s', async (_, kiosk) => {
  const id = await aSlotId();

  const answer = await configure(id, { volume: 5, ...kiosk });

  expect(answer).toMatchObject(refused(422, 'INVALID_CONFIGURATION'));
  expect(answer.body).toMatchObject({ details: [{ path: 'kioskMode.packageName' }] });
  expect((await read(id)).settings).toEqual({});
});

test('a kiosk may use an application, a package, or what the headset reported as installed', async () => {
  const headset = await station.enrolled();
  await station.call(updateDevice, {
    params: { deviceId: headset.id },
    token: headset.token,
    body: { installedPackages: [{ packageName: 'com.installed', versionCode: 1 }] },
  });
  const kiosk = (packageName: string) => ({ kioskMode: { isActive: true, packageName } });

  expect((await configure(headset.id, { ...kiosk('com.app'), applications: [one] })).status).toBe(200);
  expect((await configure(headset.id, { ...kiosk('com.listed'), packages: ['com.listed'] })).status).toBe(
    200,
  );
  expect((await configure(headset.id, kiosk('com.installed'))).status).toBe(200);
});

test('the application of an active kiosk cannot be removed, even while it is still installed', async () => {
  const headset = await station.enrolled();
  await station.call(updateDevice, {
    params: { deviceId: headset.id },
    token: headset.token,
    body: { installedPackages: [{ packageName: 'com.app', versionCode: 1 }] },
  });
  await configure(headset.id, {
    applications: [one],
    kioskMode: { isActive: true, packageName: 'com.app' },
  });

  const answer = await configure(headset.id, { applications: [] });

  expect(answer).toMatchObject(refused(422, 'INVALID_CONFIGURATION'));
  expect(answer.body).toMatchObject({ details: [{ path: 'applications' }] });
  expect((await configure(headset.id, { applications: [], kioskMode: false })).status).toBe(200);
});
