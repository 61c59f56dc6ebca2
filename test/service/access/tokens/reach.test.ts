import { expect, test } from 'vitest';

import {
  deleteDevice,
  getDevice,
  getDeviceByAndroidId,
  getLicense,
} from '../../../../shared/contract/devices/devices.ts';
import { enrolDevice, getTemporaryCode } from '../../../../shared/contract/enrolment/enrolment.ts';
import { listEvents } from '../../../../shared/contract/devices/events.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { createCodes, createSlots, getStation } from '../../../../shared/contract/operations/station.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

/** Two organisations with a headset each, and a token of the first with access to the second one's fleet. */
async function twoFleets() {
  const [mine, theirs] = [await station.enterprise('Mine'), await station.enterprise('Theirs')];
  const { body } = await station.call(createSlots, {
    body: { count: 2, labelPrefix: 'T-' },
    token: theirs.token,
  });
  const [slot, free] = body.items;
  const androidId = `reach-${slot?.id}`;
  await station.call(enrolDevice, {
    body: { enrollmentToken: slot?.enrollmentToken, androidId },
    token: theirs.token,
  });
  return {
    mine,
    theirs,
    androidId,
    deviceId: slot?.id ?? '',
    freeId: free?.id ?? '',
    free,
    opened: await station.issue({ enterpriseId: mine.id, fleetAccess: [theirs.id] }),
  };
}

test('a device of another organisation answers on every path as if it did not exist', async () => {
  const { mine, deviceId, freeId, androidId } = await twoFleets();
  const { token } = mine;
  const params = { deviceId };

  for (const answer of [
    await station.call(getDevice, { params, token }),
    await station.call(getDeviceByAndroidId, { params: { androidid: androidId }, token }),
    await station.call(getLicense, { params, token }),
    await station.call(listEvents, { params, token }),
    await station.call(getTemporaryCode, { params: { deviceId: freeId }, token }),
    await station.call(updateDevice, { params, token, body: {} }),
    await station.call(deleteDevice, { params, token }),
  ]) {
    expect(answer).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  }
});

test('a foreign device is refused with the same answer as an unknown one', async () => {
  const { mine, deviceId } = await twoFleets();
  const ask = async (id: string) => {
    const { body } = await station.send('GET', `/devices/${id}`, { token: mine.token });
    return JSON.stringify(body)
      .replaceAll(id, 'ID')
      .replace(/"requestId":"[\w-]+"/, '');
  };

  expect(await ask(deviceId)).toBe(await ask('nobody'));
});

test('the station’s own organisation cannot access another’s devices either', async () => {
  const { deviceId } = await twoFleets();

  expect(await station.call(getDevice, { params: { deviceId } })).toMatchObject(
    refused(404, 'DEVICE_NOT_FOUND'),
  );
});

test('a fleet to which access was granted can be read and used', async () => {
  const { opened, deviceId, androidId, freeId } = await twoFleets();
  const params = { deviceId };

  for (const answer of [
    await station.call(getDevice, { params, token: opened }),
    await station.call(getDeviceByAndroidId, { params: { androidid: androidId }, token: opened }),
    await station.call(getLicense, { params, token: opened }),
    await station.call(listEvents, { params, token: opened }),
    await station.call(getTemporaryCode, { params: { deviceId: freeId }, token: opened }),
    await station.call(createCodes, { body: { devicesId: [freeId] }, token: opened }),
  ]) {
    expect(answer.status).toBe(200);
  }
});

test('granted access does not work in the other direction', async () => {
  const { mine, theirs } = await twoFleets();
  const { body } = await station.call(createSlots, {
    body: { count: 1, labelPrefix: 'M-' },
    token: mine.token,
  });

  const answer = await station.call(getDevice, {
    params: { deviceId: body.items[0]?.id ?? '' },
    token: theirs.token,
  });

  expect(answer).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
});

test('new slots belong to the token’s own organisation, not to a fleet with granted access', async () => {
  const { opened, mine } = await twoFleets();
  const { body } = await station.call(createSlots, { body: { count: 1, labelPrefix: 'N-' }, token: opened });

  const device = await station.call(getDevice, {
    params: { deviceId: body.items[0]?.id ?? '' },
    token: mine.token,
  });

  expect(device.body.enterprise).toEqual({ id: mine.id, name: 'Mine' });
});

test('the station tells each caller its own organisation', async () => {
  const { mine } = await twoFleets();

  const own = await station.call(getStation);
  const other = await station.call(getStation, { token: mine.token });

  expect(own.body.enterprise.id).toBe(station.enterpriseId);
  expect(other.body.enterprise).toMatchObject({ id: mine.id, name: 'Mine' });
});
