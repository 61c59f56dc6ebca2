import { expect, test } from 'vitest';

import { configureDevices } from '../../../../shared/contract/configuration/configure.ts';
import { getDevice, listDevices } from '../../../../shared/contract/devices/devices.ts';
import { enrolDevice } from '../../../../shared/contract/enrolment/enrolment.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { lookUpDevices } from '../../../../shared/contract/devices/lookup.ts';
import { createSlots, getStation } from '../../../../shared/contract/operations/station.ts';
import { getActivity, getConnectivity } from '../../../../shared/contract/statistics/statistics.ts';
import { aStation, type TestStation } from '../../../support/a-station.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const central = await aSharedStation({ role: 'central' });

/** The same headset ids in every school, as when headsets move between schools. */
const ANDROID_ID = 'headset-of-all';

/** An organisation with a headset that reported, and a waiting slot. */
async function aSchool(name: string, at: TestStation = central) {
  const { id, token } = await at.enterprise(name);
  const { body } = await at.call(createSlots, { body: { count: 2, labelPrefix: `${name}-` }, token });
  const [slot] = body.items;
  const enrolled = await at.call(enrolDevice, {
    body: { enrollmentToken: slot?.enrollmentToken, androidId: ANDROID_ID },
    token,
  });
  const deviceId = enrolled.body.id;
  await at.call(updateDevice, {
    params: { deviceId },
    body: { events: [{ eventId: 'e-1', type: 'APP_STARTED', timestamp: Date.now(), payload: {} }] },
    token: enrolled.body.accessToken,
  });
  return { id, name, token, deviceId, ids: body.items.map((each) => each.id).toSorted() };
}

const listed = async (token: string, query: Record<string, string> = {}) =>
  (await central.call(listDevices, { token, query })).body.items.map(({ id }) => id);

test('a central serves several organisations: each lists, counts and changes its own headsets only', async () => {
  const schools = [await aSchool('Reef'), await aSchool('Hill'), await aSchool('Lake')];
  const all = schools.flatMap(({ ids }) => ids);

  for (const { id, name, token, ids, deviceId } of schools) {
    expect(await listed(token)).toEqual(ids);
    const found = await central.call(lookUpDevices, { body: { ids: all }, token });
    expect(found.body.devices.map((each) => each.id)).toEqual(ids);
    expect(found.body.invalidIds).toEqual(all.filter((each) => !ids.includes(each)));
    const changed = await central.call(configureDevices, {
      body: { devicesId: all, settings: { volume: 1 } },
      token,
    });
    const succeeded = changed.body.filter(({ response }) => response.success).map((each) => each.id);
    expect(succeeded).toEqual(ids);
    const presence = await central.call(getConnectivity, { body: { deviceIds: all }, token });
    expect(presence.body.devices.map((each) => each.deviceId)).toEqual(ids);
    const use = await central.call(getActivity, { token });
    expect(use.body.topByPlays).toMatchObject([{ deviceId, plays: 1 }]);
    expect((await central.call(getStation, { token })).body).toMatchObject({
      role: 'central',
      enterprise: { id, name },
    });
  }
  expect(await listed(central.token)).toEqual([]);
});

test('a central grants one token access to the fleets of some organisations, and no others', async () => {
  const [one, two, three] = [await aSchool('One'), await aSchool('Two'), await aSchool('Three')];
  const inspector = await central.enterprise('Inspectors');
  const token = await central.issue({ enterpriseId: inspector.id, fleetAccess: [one.id, two.id] });

  expect(await listed(token)).toEqual([...one.ids, ...two.ids].toSorted());
  expect(await listed(token, { enterpriseId: two.id })).toEqual(two.ids);
  expect(await central.call(listDevices, { query: { enterpriseId: three.id }, token })).toMatchObject(
    refused(403, 'FORBIDDEN'),
  );
  const read = (deviceId: string) => central.call(getDevice, { params: { deviceId }, token });
  expect((await read(one.deviceId)).body).toMatchObject({
    androidId: ANDROID_ID,
    enterprise: { id: one.id },
  });
  expect(await read(three.deviceId)).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  expect(await listed(inspector.token)).toEqual([]);
});

test('a fleet stream of one organisation of a central has nothing of another', async () => {
  const [one, two] = [await aSchool('Hearing'), await aSchool('Silent')];
  await using wall = await central.stream('/station/updates', one.token);
  await wall.next('hello');

  for (const { ids, token } of [two, one]) {
    await central.call(configureDevices, { body: { devicesId: ids, settings: { volume: 2 } }, token });
  }
  await wall.next('device', ({ id }) => id === one.ids[1]);

  const received = wall.events.filter(({ name }) => name === 'device').map(({ data }) => data['id']);
  expect(new Set(received)).toEqual(new Set(one.ids));
});

test('a central keeps its organisations and their tokens over a restart', async () => {
  await using own = await aStation({ role: 'central' });
  const [one, two] = [await aSchool('Before', own), await aSchool('Beside', own)];

  await own.restart();

  for (const { token, ids } of [one, two]) {
    expect((await own.call(listDevices, { token })).body.items.map(({ id }) => id)).toEqual(ids);
  }
});
