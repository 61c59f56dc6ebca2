import { expect, test } from 'vitest';

import { getDevice } from '../../../shared/contract/devices/devices.ts';
import { enrolDevice, enrolDeviceByCode } from '../../../shared/contract/enrolment/enrolment.ts';
import { listEvents } from '../../../shared/contract/devices/events.ts';
import { headsetSchema } from '../../../shared/contract/devices/fleet.ts';
import { updateDevice } from '../../../shared/contract/enrolment/heartbeat.ts';
import { listChanges } from '../../../shared/contract/configuration/history.ts';
import {
  createProfile,
  deleteProfile,
  updateProfile,
} from '../../../shared/contract/configuration/profiles.ts';
import { createCodes, createSlots } from '../../../shared/contract/operations/station.ts';
import { aSharedStation } from '../../support/shared-station.ts';

const station = await aSharedStation();
const lab = {
  id: 'app-lab',
  packageName: 'org.school.lab',
  url: 'http://files.test/lab.apk',
  codeVersion: 7,
};
const profileOf = async (name: string, settings: object) =>
  (await station.call(createProfile, { body: { name, settings } })).body;
const slotWith = async (profileId: string) => {
  const { body } = await station.call(createSlots, { body: { count: 1, labelPrefix: 'E-', profileId } });
  const [slot] = body.items;
  if (slot === undefined) throw new Error('No slot was made');
  return slot;
};
const eventsOf = async (deviceId: string, type: string) =>
  (await station.call(listEvents, { params: { deviceId }, query: { type } })).body.items;

test('a headset gets the profile of its slot as it enrols, in its newest version, with passwords', async () => {
  const profile = await profileOf('Cart A', { volume: 10 });
  const { id, enrollmentToken } = await slotWith(profile.id);
  const wifi = [{ ssid: 'CART-A', password: 'coral-lagoon-tide' }];
  const settings = { applications: [lab], kioskMode: { isActive: true, packageName: lab.packageName }, wifi };
  await station.call(updateProfile, {
    params: { profileId: profile.id },
    body: { name: 'Cart A', settings },
  });
  await using wall = await station.stream('/station/updates?snapshot=true');
  await wall.next('headsets', (data) => JSON.stringify(data).includes(`"profileId":"${profile.id}"`));

  const { body } = await station.call(enrolDevice, { body: { enrollmentToken, androidId: 'android-e1' } });

  expect(body).toMatchObject({ settingsRevision: 1, settings: { ...settings, applications: [lab] } });
  await wall.next(
    'device',
    (data) => data['id'] === id && headsetSchema.partial().parse(data).profileId === null,
  );
  expect(await eventsOf(id, 'PROFILE_APPLIED')).toMatchObject([
    { payload: { profileId: profile.id, name: 'Cart A', version: 2, revision: 1 } },
  ]);
  const [change] = (await station.call(listChanges, { query: { deviceId: id } })).body.items;
  expect(change).toMatchObject({ kind: 'profile', author: { kind: 'station', tokenId: null } });
  const again = await station.call(enrolDevice, { body: { enrollmentToken, androidId: 'android-e1' } });
  expect(again.body.settingsRevision).toBe(1);
});

test('requests for codes set and remove the profile of slots, and a typed code applies it', async () => {
  const profile = await profileOf('By code', { volume: 11 });
  const [kept, freed] = (await station.slots(2)).map(({ id }) => id);
  const codesOf = async (body: object) => (await station.call(createCodes, { body })).body;
  await codesOf({ devicesId: [kept, freed], profileId: profile.id });
  await codesOf({ devicesId: [freed], profileId: null });
  const codes = await codesOf({ devicesId: [kept, freed] });

  for (const { id, code } of codes) {
    await station.call(enrolDeviceByCode, { body: { code, androidId: `android-${id}` } });
  }

  const volumeOf = async (deviceId = '') =>
    (await station.call(getDevice, { params: { deviceId } })).body.settings.volume;
  expect([await volumeOf(kept), await volumeOf(freed)]).toEqual([11, undefined]);
});

test('a kiosk that depends on installed packages waits until the headset reports them', async () => {
  const profile = await profileOf('Kiosk of what is there', {
    kioskMode: { isActive: true, packageName: 'com.maker.home' },
  });
  const { id, enrollmentToken } = await slotWith(profile.id);
  const { body } = await station.call(enrolDevice, { body: { enrollmentToken, androidId: 'android-e3' } });
  expect(body.settingsRevision).toBe(0);
  expect(await eventsOf(id, 'PROFILE_NOT_APPLIED')).toMatchObject([
    { payload: { code: 'KIOSK_APP_MISSING', packageName: 'com.maker.home' } },
  ]);

  const { body: reply } = await station.call(updateDevice, {
    params: { deviceId: id },
    body: { installedPackages: [{ packageName: 'com.maker.home', versionCode: 3 }] },
    token: body.accessToken,
  });

  expect(reply.settingsRevision).toBe(1);
  expect(await eventsOf(id, 'PROFILE_APPLIED')).toHaveLength(1);
});

test('an unknown profile creates no slots and no codes; a removed one is cleared from its slots', async () => {
  const profile = await profileOf('Removed', { volume: 12 });
  const { id, enrollmentToken } = await slotWith(profile.id);
  await using wall = await station.stream('/station/updates');
  await station.call(deleteProfile, { params: { profileId: profile.id } });
  await wall.next('device', (data) => data['id'] === id && data['profileId'] === null);

  const gone = { profileId: profile.id };
  expect((await station.call(createSlots, { body: { count: 1, labelPrefix: 'N-', ...gone } })).status).toBe(
    404,
  );
  expect((await station.call(createCodes, { body: { devicesId: [id], ...gone } })).status).toBe(404);
  const { body } = await station.call(enrolDevice, { body: { enrollmentToken, androidId: 'android-e4' } });
  expect(body.settingsRevision).toBe(0);
});
