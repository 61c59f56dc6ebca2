import { expect, test } from 'vitest';

import {
  getDevice,
  getDeviceByAndroidId,
  getLicense,
  patchDevice,
} from '../../../shared/contract/devices/devices.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { anyText } from '../../support/any-value.ts';
import { refused } from '../../support/refused.ts';
import { aSharedStation } from '../../support/shared-station.ts';

const station = await aSharedStation();

test('a device is read by its id, with its organisation, and the same by its androidId', async () => {
  const { id } = await station.enrolled('read-me');

  const byId = await station.call(getDevice, { params: { deviceId: id } });
  const byAndroidId = await station.call(getDeviceByAndroidId, { params: { androidid: 'read-me' } });

  expect(byId).toMatchObject({
    status: 200,
    body: { id, androidId: 'read-me', enterprise: { id: station.enterpriseId, name: anyText } },
  });
  expect(byAndroidId.body).toEqual(byId.body);
});

test('the record never holds an access token', async () => {
  const { id, token } = await station.enrolled();

  const { body } = await station.call(getDevice, { params: { deviceId: id } });

  expect(JSON.stringify(body)).not.toContain(token);
});

test.each(['nobody', 'no such id', 'a'.repeat(65), '../devices', '%00', '__proto__'])(
  'there is no device %s',
  async (deviceId) => {
    for (const endpoint of [getDevice, getLicense] as Endpoint[]) {
      expect(await station.call(endpoint, { params: { deviceId } })).toMatchObject(
        refused(404, 'DEVICE_NOT_FOUND'),
      );
    }
  },
);

test.each(['nobody', 'with space', 'a'.repeat(129), 'ümlaut', '\0', "' OR 1=1 --"])(
  'no device is enrolled as %j',
  async (androidid) => {
    expect(await station.call(getDeviceByAndroidId, { params: { androidid } })).toMatchObject(
      refused(404, 'DEVICE_NOT_FOUND'),
    );
  },
);

test('an androidId with characters that are special in a URL is found', async () => {
  const androidId = 'a/b?c#d%41&e=f+g..';
  const { id } = await station.enrolled(androidId);

  const { body } = await station.call(getDeviceByAndroidId, { params: { androidid: androidId } });

  expect(body).toMatchObject({ id, androidId });
});

test('another organisation’s device does not exist', async () => {
  const { id } = await station.enrolled('foreign-to-them');
  const { token } = await station.enterprise();

  for (const answer of [
    await station.call(getDevice, { params: { deviceId: id }, token }),
    await station.call(getDeviceByAndroidId, { params: { androidid: 'foreign-to-them' }, token }),
    await station.call(getLicense, { params: { deviceId: id }, token }),
  ]) {
    expect(answer).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  }
});

test('a headset enrolled in two organisations is found by each as its own record', async () => {
  const mine = await station.enrolled('in-two');
  const other = await station.enterprise();
  const { body: slots } = await station.send('POST', '/station/slots', {
    body: { count: 1, labelPrefix: 'T-' },
    token: other.token,
  });
  const slot = (slots as { items: { id: string; enrollmentToken: string }[] }).items[0];
  await station.send('POST', '/devices', {
    body: { enrollmentToken: slot?.enrollmentToken, androidId: 'in-two' },
    token: other.token,
  });

  const params = { androidid: 'in-two' };
  expect((await station.call(getDeviceByAndroidId, { params })).body.id).toBe(mine.id);
  expect((await station.call(getDeviceByAndroidId, { params, token: other.token })).body.id).toBe(slot?.id);
});

test('a device without a licence has an empty one', async () => {
  const { id } = await station.enrolled();

  const answer = await station.call(getLicense, { params: { deviceId: id } });

  expect(answer).toMatchObject({ status: 200, body: { level: null, status: null, alertDate: null } });
});

test('the licence is read back as it was written', async () => {
  const { id, token } = await station.enrolled();
  const license = { level: 'gold', status: 'active', alertDate: '2027-06-01T12:00:00+02:00' };
  await station.call(patchDevice, { params: { deviceId: id }, body: { license } });

  const asEnterprise = await station.call(getLicense, { params: { deviceId: id } });
  const asHeadset = await station.call(getLicense, { params: { deviceId: id }, token });

  expect(asEnterprise.body).toEqual(license);
  expect(asHeadset.body).toEqual(license);
});
