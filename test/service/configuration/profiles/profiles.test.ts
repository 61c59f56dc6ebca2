import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { configureDevice } from '../../../../shared/contract/configuration/configure.ts';
import { settingsChangeExample } from '../../../../shared/contract/configuration/settings/settings.reference.ts';
import {
  compareProfiles,
  createProfile,
  deleteProfile,
  exportProfile,
  getProfile,
  importProfile,
  listProfiles,
  listProfileVersions,
  updateProfile,
} from '../../../../shared/contract/configuration/profiles.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const PASSWORD = 'coral-lagoon-tide';
const wifi = [{ ssid: 'CART-A', password: PASSWORD }];

const save = async (name: string, settings: object, description = '') =>
  (await station.call(createProfile, { body: { name, description, settings } })).body;
const read = async (profileId: string, query: Record<string, string> = {}) =>
  (await station.call(getProfile, { params: { profileId }, query })).body;

test('a profile is saved, listed by name, saved again as its next version, and its older ones stay readable', async () => {
  const first = await save('Science week', { volume: 25, display: { brightness: 70 } }, 'Kiosk');
  const params = { profileId: first.id };
  expect(first).toMatchObject({ version: 1, size: 2, kioskPackage: null, author: { kind: 'token' } });

  const kiosk = {
    kioskMode: { isActive: true, packageName: 'org.school.lab' },
    packages: ['org.school.lab'],
  };
  const { body: second } = await station.call(updateProfile, {
    params,
    body: { name: 'Science month', settings: kiosk },
    headers: { 'if-match': '"1"' },
  });

  expect(second).toMatchObject({ name: 'Science month', version: 2, kioskPackage: 'org.school.lab' });
  expect((await read(first.id)).settings).toEqual(kiosk);
  expect(await read(first.id, { version: '1' })).toMatchObject({
    name: 'Science week',
    settings: { volume: 25, display: { brightness: 70 } },
  });
  const { body: versions } = await station.call(listProfileVersions, { params });
  expect(versions.items.map(({ version, name }) => [version, name])).toEqual([
    [2, 'Science month'],
    [1, 'Science week'],
  ]);
  const stale = await station.call(updateProfile, {
    params,
    body: { name: 'Late', settings: {} },
    headers: { 'if-match': '"1"' },
  });
  expect(stale.status).toBe(409);
  await save('Arts', {});
  const names = (await station.call(listProfiles)).body.items.map(({ name }) => name);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
  expect((await station.call(deleteProfile, { params })).status).toBe(200);
  expect((await station.call(getProfile, { params })).status).toBe(404);
});

test('a Wi-Fi password is returned only on request, kept if none is sent, and never stored in plain text', async () => {
  const profile = await save('With Wi-Fi', { wifi });
  expect(profile).toMatchObject({ settings: { wifi: [{ ssid: 'CART-A' }] }, passwordsOf: ['CART-A'] });
  expect(JSON.stringify([profile, (await station.call(listProfiles)).body])).not.toContain(PASSWORD);
  expect((await read(profile.id, { passwords: 'true' })).settings.wifi).toEqual(wifi);

  const params = { profileId: profile.id };
  const stored = { name: 'With Wi-Fi', settings: { wifi: [{ ssid: 'CART-A', priority: 2 }] } };
  await station.call(updateProfile, { params, body: stored });
  expect((await read(profile.id, { passwords: 'true' })).settings.wifi).toEqual([
    { ssid: 'CART-A', priority: 2, password: PASSWORD },
  ]);
  const file = async (query: Record<string, string>) =>
    JSON.stringify((await station.call(exportProfile, { params, query })).body);
  expect(await file({})).not.toContain(PASSWORD);
  expect(await file({ passwords: 'true' })).toContain(PASSWORD);
  for (const name of ['muster.db', 'muster.db-wal']) {
    expect(readFileSync(join(station.folder, name)).includes(PASSWORD)).toBe(false);
  }
});

test('a profile that is exported and imported is the same; a name in use gets a number', async () => {
  const { batteryInfo: _, storages: __, ...settings } = settingsChangeExample;
  const profile = await save('Everything', settings, 'All there is');

  const { body: file } = await station.call(exportProfile, {
    params: { profileId: profile.id },
    query: { passwords: 'true' },
  });
  const { body: read2 } = await station.call(importProfile, { body: file });

  expect(file).toMatchObject({ format: 'muster-profile', formatVersion: 1, description: 'All there is' });
  expect(read2.ignored).toEqual([]);
  expect(read2.profile).toMatchObject({ name: 'Everything 2', settings: profile.settings });
  const { body: compared } = await station.call(compareProfiles, {
    body: { left: { profileId: profile.id }, right: { profileId: read2.profile.id } },
  });
  expect(compared.differences).toBe(0);
  expect(compared.rows.length).toBeGreaterThan(50);
});

test('a file with wrong values is refused, each with its path and what to do; unknown fields are named and skipped', async () => {
  const body = (settings: object) => ({
    format: 'muster-profile',
    formatVersion: 1,
    name: 'From a file',
    settings,
  });

  const wrong = await station.call(importProfile, {
    body: body({ display: { brightness: 'bright' }, videos: [{ id: 'v', projectionType: 'donut' }] }),
  });
  expect(wrong.status).toBe(400);
  expect(wrong.body).toMatchObject({
    details: [
      { path: 'settings.videos.0.projectionType', message: /Must be one of flat, sphere/ },
      { path: 'settings.display.brightness', message: /Must be a number: correct it/ },
    ].map(({ path, message }) => ({ path, message: expect.stringMatching(message) as string })),
  });
  const { body: read3 } = await station.call(importProfile, {
    body: body({ volume: 3, hologram: true, display: { brightness: 5, depth: 2 } }),
  });
  expect(read3.ignored).toEqual(['hologram', 'display.depth']);
  expect(read3.profile.settings).toEqual({ volume: 3, display: { brightness: 5 } });
  expect((await station.call(importProfile, { body: { ...body({}), format: 'other' } })).status).toBe(400);
});

test('profiles, versions and headsets are compared line by line', async () => {
  const profile = await save('Compared', { volume: 25, wifi, display: { brightness: 70 } });
  const params = { profileId: profile.id };
  await station.call(updateProfile, { params, body: { name: 'Compared', settings: { volume: 30, wifi } } });
  const [slot] = await station.slots(1);
  const deviceId = slot?.id ?? '';
  await station.call(configureDevice, { params: { deviceId }, body: { volume: 30, wifi } });
  const compare = async (left: object, right: object) => {
    const { status, body } = await station.call(compareProfiles, { body: { left, right } });
    expect(status).toBe(200);
    return Object.fromEntries(body.rows.map(({ path, kind }) => [path, kind]));
  };

  expect(await compare({ ...params, version: 1 }, params)).toEqual({
    volume: 'change',
    'display.brightness': 'clear',
    'wifi[]': 'same',
  });
  expect(await compare(params, { deviceId })).toEqual({ volume: 'same', 'wifi[]': 'same' });
  for (const side of [{}, { ...params, deviceId }]) {
    expect((await station.call(compareProfiles, { body: { left: side, right: params } })).status).toBe(400);
  }
});

test('a profile with a conflict, or a name in use, is refused; another organisation has none of ours', async () => {
  const profile = await save('Ours alone', { volume: 1 });
  const app = { id: 'a', packageName: 'org.a', codeVersion: 1 };
  const clash = { name: 'Clash', settings: { applications: [app, { ...app, id: 'b' }] } };
  expect((await station.call(createProfile, { body: clash })).status).toBe(422);
  expect((await station.call(createProfile, { body: { name: 'ours ALONE', settings: {} } })).status).toBe(
    409,
  );

  const { token } = await station.enterprise();
  expect((await station.call(listProfiles, { token })).body.items).toEqual([]);
  const requested = { params: { profileId: profile.id }, token };
  expect((await station.call(getProfile, requested)).status).toBe(404);
  expect((await station.call(exportProfile, requested)).status).toBe(404);
  expect((await station.call(listProfileVersions, requested)).status).toBe(404);
  expect((await station.call(deleteProfile, requested)).status).toBe(404);
});
