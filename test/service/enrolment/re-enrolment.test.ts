import { expect, test } from 'vitest';

import { getDevice, getDeviceByAndroidId, listDevices } from '../../../shared/contract/devices/devices.ts';
import { enrolDevice, getTemporaryCode } from '../../../shared/contract/enrolment/enrolment.ts';
import { listEvents } from '../../../shared/contract/devices/events.ts';
import { updateDevice } from '../../../shared/contract/enrolment/heartbeat.ts';
import { listWith } from '../../support/any-value.ts';
import { refused } from '../../support/refused.ts';
import { aSharedStation } from '../../support/shared-station.ts';

const station = await aSharedStation();

async function aReplacedHeadset(androidId: string) {
  const old = await station.enrolled(androidId);
  const replacement = await station.enrolled(androidId);
  return { old, replacement };
}

test('a headset that enrols again leaves its old record archived, pointing to the new one', async () => {
  const { old, replacement } = await aReplacedHeadset('twice');

  const archived = await station.call(getDevice, { params: { deviceId: old.id } });
  const current = await station.call(getDevice, { params: { deviceId: replacement.id } });

  expect(archived.body).toMatchObject({ isArchived: true, replacedBy: replacement.id, androidId: 'twice' });
  expect(current.body).toMatchObject({ isArchived: false, replacedBy: null, androidId: 'twice' });
});

test('the list shows the archived record and what replaces it', async () => {
  const { old, replacement } = await aReplacedHeadset('listed-twice');

  const { body } = await station.call(listDevices, { query: { limit: '100' } });

  expect(body.items.find(({ id }) => id === old.id)).toMatchObject({
    isArchived: true,
    replacedBy: replacement.id,
  });
});

test('the androidId finds the new record, not the archived one', async () => {
  const { replacement } = await aReplacedHeadset('found-once');

  const { body } = await station.call(getDeviceByAndroidId, { params: { androidid: 'found-once' } });

  expect(body.id).toBe(replacement.id);
});

test('the tokens of the old record are void and its open connection ends', async () => {
  const old = await station.enrolled('moving');
  await using link = await station.stream(`/devices/${old.id}/updates`, old.token);
  await link.next('hello');

  await station.enrolled('moving');

  await link.ended;
  const read = await station.call(getDevice, { params: { deviceId: old.id }, token: old.token });
  expect(read).toMatchObject(refused(401, 'UNAUTHENTICATED'));
});

test('both records keep their history and say what happened', async () => {
  const old = await station.enrolled('with-history');
  await station.call(updateDevice, {
    params: { deviceId: old.id },
    token: old.token,
    body: { events: [{ eventId: 'e1', type: 'APP_STARTED', timestamp: Date.now() - 1_000, payload: {} }] },
  });

  const replacement = await station.enrolled('with-history');

  const before = await station.call(listEvents, { params: { deviceId: old.id } });
  const after = await station.call(listEvents, { params: { deviceId: replacement.id } });
  expect(before.body.items.map(({ type }) => type)).toEqual(
    listWith('DEVICE_REPLACED', 'APP_STARTED', 'DEVICE_ENROLLED'),
  );
  expect(before.body.items.find(({ type }) => type === 'DEVICE_REPLACED')?.payload).toEqual({
    replacedBy: replacement.id,
  });
  expect(after.body.items[0]).toMatchObject({
    type: 'DEVICE_ENROLLED',
    payload: { androidId: 'with-history', replaces: [old.id] },
  });
});

test('an archived slot no longer enrols a headset, by token or by code', async () => {
  const { old } = await aReplacedHeadset('gone-on');

  const byToken = await station.call(enrolDevice, {
    body: { enrollmentToken: old.enrollmentToken, androidId: 'gone-on' },
  });
  const code = await station.call(getTemporaryCode, { params: { deviceId: old.id } });

  expect(byToken).toMatchObject(refused(404, 'ENROLMENT_TOKEN_UNKNOWN'));
  expect(code).toMatchObject(refused(404, 'DEVICE_ALREADY_ENROLLED'));
});

test('a headset may move a second time', async () => {
  const { old, replacement } = await aReplacedHeadset('wanderer');

  const third = await station.enrolled('wanderer');

  const first = await station.call(getDevice, { params: { deviceId: old.id } });
  const second = await station.call(getDevice, { params: { deviceId: replacement.id } });
  expect(first.body).toMatchObject({ isArchived: true, replacedBy: replacement.id });
  expect(second.body).toMatchObject({ isArchived: true, replacedBy: third.id });
});
