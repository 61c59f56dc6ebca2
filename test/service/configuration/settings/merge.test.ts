import { expect, test } from 'vitest';

import { configureDevice } from '../../../../shared/contract/configuration/configure.ts';
import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { settingsChangeExample } from '../../../../shared/contract/configuration/settings/settings.reference.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

async function aSlotId(): Promise<string> {
  return (await station.slots(1))[0]?.id ?? '';
}
const configure = (deviceId: string, body: unknown, headers: Record<string, string> = {}) =>
  station.call(configureDevice, { params: { deviceId }, body, headers });
const read = async (deviceId: string) => (await station.call(getDevice, { params: { deviceId } })).body;

test('every field of every group is stored and returned unchanged', async () => {
  const id = await aSlotId();
  // Without the scale, levels are the manufacturer's numbers.
  const { levels: _levels, replacedNetworks: _drop, ...change } = settingsChangeExample;
  // A field that a headset reports is not a setting: it is ignored here.
  const { wifi, batteryInfo: _battery, storages: _storages, ...sent } = change;

  const { status, body } = await configure(id, change);

  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, device: { id, settingsRevision: 1, settings: sent } });
  expect((await read(id)).settings).toMatchObject({ ...sent, wifi });
});

test('absent keys stay; arrays replace; groups merge field by field', async () => {
  const id = await aSlotId();
  await configure(id, {
    volume: 40,
    packages: ['com.a', 'com.b'],
    display: { brightness: 10, refreshRate: 72 },
  });

  const { body } = await configure(id, { packages: ['com.c'], display: { brightness: 20 } });

  expect(body.device.settings).toEqual({
    volume: 40,
    packages: ['com.c'],
    display: { brightness: 20, refreshRate: 72 },
  });
});

test('null clears a field, a group, a list and a date', async () => {
  const id = await aSlotId();
  await configure(id, settingsChangeExample);

  const { body } = await configure(id, {
    kioskMode: null,
    volume: null,
    expirationDate: null,
    applications: null,
    display: null,
    power: { powerKeyShort: null },
  });

  const { settings } = body.device;
  for (const gone of ['kioskMode', 'volume', 'expirationDate', 'applications', 'display']) {
    expect(settings).not.toHaveProperty(gone);
  }
  expect(settings.power).not.toHaveProperty('powerKeyShort');
  expect(settings.power).toHaveProperty('powerKeyLong', 'POWER_MENU');
});

test('a group whose last field is cleared is removed', async () => {
  const id = await aSlotId();
  await configure(id, { audio: { alarm: 3 } });

  expect((await configure(id, { audio: { alarm: null } })).body.device.settings).toEqual({});
});

test('every write is a new revision, even one that changes nothing', async () => {
  const id = await aSlotId();

  const revisions = [];
  for (const body of [{ volume: 1 }, { volume: 1 }, {}]) {
    revisions.push((await configure(id, body)).body.device.settingsRevision);
  }

  expect(revisions).toEqual([1, 2, 3]);
});

test('reported and computed fields are ignored in a configure', async () => {
  const id = await aSlotId();

  const { status, body } = await configure(id, {
    batteryInfo: { level: 3 },
    storages: 'nonsense',
    applications: [{ id: 'a', packageName: 'com.a', deployment: { status: 'INSTALLED' } }],
    somethingNew: { x: 1 },
  });

  expect(status).toBe(200);
  expect(body.device.settings).toMatchObject({ applications: [{ id: 'a', packageName: 'com.a' }] });
  expect(body.device.settings).not.toHaveProperty('batteryInfo');
  expect(body.device.settings).not.toHaveProperty('somethingNew');
});

test('an expiry is a complete instant with a zone, or null', async () => {
  const id = await aSlotId();
  const expiring = (expirationDate: unknown) => ({
    applications: [{ packageName: 'com.a', expirationDate }],
  });

  for (const good of [
    '2027-01-01T00:00:00Z',
    '2027-01-01T00:00:00+01:00',
    '2027-01-01T00:00:00.250Z',
    null,
  ]) {
    expect((await configure(id, expiring(good))).status).toBe(200);
  }
  for (const wrong of ['2027-01-01', '2027-01-01T00:00:00', '', '2027-02-30T00:00:00Z', 'soon', 5]) {
    expect(await configure(id, expiring(wrong))).toMatchObject(refusedAt('applications.0.expirationDate'));
  }
});

test('an unknown device is not found, nor is one of another organisation', async () => {
  const id = await aSlotId();
  const { token } = await station.enterprise();

  expect(await configure('nobody', {})).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  const foreign = await station.call(configureDevice, { params: { deviceId: id }, body: {}, token });
  expect(foreign).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
});

test('a write against a revision that is no longer the current one is refused', async () => {
  const id = await aSlotId();
  const first = await station.call(getDevice, { params: { deviceId: id } });
  const etag = first.headers.get('etag') ?? '';

  expect((await configure(id, { volume: 1 }, { 'if-match': etag })).status).toBe(200);
  const stale = await configure(id, { volume: 2 }, { 'if-match': etag });

  expect(stale).toMatchObject(refused(409, 'CONFLICT'));
  expect((await read(id)).settings.volume).toBe(1);
  expect((await configure(id, { volume: 3 }, { 'if-match': '*' })).status).toBe(200);
  expect((await configure(id, { volume: 4 }, { 'if-match': 'nonsense' })).status).toBe(400);
});
