import { expect, test } from 'vitest';

import { configureDevices } from '../../../../shared/contract/configuration/configure.ts';
import { getDevice, patchDevices } from '../../../../shared/contract/devices/devices.ts';
import { examples } from '../../../../shared/contract/all.reference.ts';
import { settingsChangeExample } from '../../../../shared/contract/configuration/settings/settings.reference.ts';
import { ANDROID_ID } from '../../../../shared/contract/reference/values.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { anyText } from '../../../support/any-value.ts';
import { aStation } from '../../../support/a-station.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { withoutCertificate } from '../../../../shared/domain/configuration/settings/certificates.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const configure = (body: unknown, token = station.token) => station.call(configureDevices, { body, token });
const read = async (deviceId: string) => (await station.call(getDevice, { params: { deviceId } })).body;

test('every id is answered in the requested order; a bad id fails alone; a repeated one is changed once', async () => {
  const [one, two] = (await station.slots(2)).map(({ id }) => id);

  const { status, body } = await configure({
    devicesId: [two, 'nobody', one, two],
    settings: { volume: 30 },
  });

  expect(status).toBe(200);
  const changed = { success: true, device: { settings: { volume: 30 }, settingsRevision: 1 } };
  expect(body).toMatchObject([
    { id: two, response: changed },
    { id: 'nobody', response: { success: false }, error: { code: 'DEVICE_NOT_FOUND', message: anyText } },
    { id: one, response: changed },
    { id: two, response: changed },
  ]);
  expect((await read(two ?? '')).settingsRevision).toBe(1);
});

test('a change that one headset does not support fails for that headset only', async () => {
  const [with_, without] = (await station.slots(2)).map(({ id }) => id);
  await configure({ devicesId: [with_], settings: { packages: ['com.app'] } });

  const { body } = await configure({
    devicesId: [with_, without],
    settings: { kioskMode: { isActive: true, packageName: 'com.app' } },
  });

  expect(body).toMatchObject([
    { id: with_, response: { success: true } },
    { id: without, response: { success: false }, error: { code: 'INVALID_CONFIGURATION' } },
  ]);
  expect((await read(without ?? '')).settings).toEqual({});
});

test('each device keeps the fields that the change does not name', async () => {
  const [one, two] = (await station.slots(2)).map(({ id }) => id);
  await configure({ devicesId: [one], settings: { volume: 1, display: { brightness: 5 } } });

  await configure({ devicesId: [one, two], settings: { display: { refreshRate: 90 } } });

  expect((await read(one ?? '')).settings).toEqual({
    volume: 1,
    display: { brightness: 5, refreshRate: 90 },
  });
  expect((await read(two ?? '')).settings).toEqual({ display: { refreshRate: 90 } });
});

test('both fields are needed, and the settings are checked as on the single route', async () => {
  expect(await configure({ settings: {} })).toMatchObject(refusedAt('devicesId'));
  expect(await configure({ devicesId: [] })).toMatchObject(refusedAt('settings'));
  const answer = await configure({ devicesId: [], settings: { volume: 'loud' } });
  expect(answer).toMatchObject(refusedAt('settings.volume'));
});

test('an empty list of devices has an empty answer; too many devices are too large a batch', async () => {
  expect(await configure({ devicesId: [], settings: {} })).toMatchObject({ status: 200, body: [] });
  const many = Array.from({ length: 5_001 }, (_, index) => `d-${index}`);
  expect(await configure({ devicesId: many, settings: {} })).toMatchObject(refused(413, 'BATCH_TOO_LARGE'));
});

test('devices of another organisation do not exist', async () => {
  const [mine] = await station.slots(1);
  const { token } = await station.enterprise();

  const { body } = await configure({ devicesId: [mine?.id], settings: { volume: 3 } }, token);

  expect(body).toMatchObject([{ id: mine?.id, response: { success: false } }]);
  expect((await read(mine?.id ?? '')).settings).toEqual({});
});

test('a large answer is the same in parts and as a whole, and the change survives a restart', async () => {
  await using large = await aStation({ checksReplies: false });
  const ids = (await large.slots(500)).map(({ id }) => id);
  const packages = Array.from({ length: 40 }, (_, index) => `com.example.package${index}`);

  const { body } = await large.call(configureDevices, { body: { devicesId: ids, settings: { packages } } });

  expect(body.map(({ id }) => id)).toEqual(ids);
  expect(body.every(({ response }) => response.device?.settings.packages?.length === 40)).toBe(true);
  await large.restart();
  const { body: last } = await large.call(getDevice, { params: { deviceId: ids.at(-1) ?? '' } });
  expect(last.settings.packages).toEqual(packages);
});

test('concurrent requests are applied one after the other, large and small', async () => {
  const ids = (await station.slots(20)).map(({ id }) => id);
  const label = (text: string) => station.call(patchDevices, { body: { devicesId: ids, label: text } });

  await Promise.all([
    configure({ devicesId: ids, settings: { volume: 1 } }),
    label('one'),
    configure({ devicesId: ids, settings: { volume: 2 } }),
    label('two'),
  ]);

  const labels = new Set<string | null>();
  for (const id of ids) {
    const device = await read(id);
    labels.add(device.label);
    expect(device).toMatchObject({ settingsRevision: 2 });
  }
  expect(labels.size).toBe(1);
});

test('a bulk answer matches the full record, without inventory, deployments and passwords', async () => {
  const headset = await station.enrolled(ANDROID_ID);
  const beat = await station.call(updateDevice, {
    params: { deviceId: headset.id },
    token: headset.token,
    body: examples.updateDevice?.body,
  });
  expect(beat.status).toBe(200);
  const settings = settingsChangeExample;

  const { body } = await configure({ devicesId: [headset.id], settings });

  const {
    downloads: _downloads,
    installedPackages: _packages,
    contentPresence: _presence,
    ...full
  } = await read(headset.id);
  const bare = (entries: readonly object[] = []) =>
    entries.map((entry) => Object.fromEntries(Object.entries(entry).filter(([key]) => key !== 'deployment')));
  expect(body[0]?.response.device).toEqual({
    ...full,
    settings: {
      ...full.settings,
      applications: bare(full.settings.applications),
      videos: bare(full.settings.videos),
      files: bare(full.settings.files),
      wifi: settings.wifi?.map(({ password: _password, ...network }) => withoutCertificate(network)),
    },
  });
});
