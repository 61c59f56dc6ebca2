import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { deleteDevice, getDevice, getDeviceByAndroidId } from '../../../shared/contract/devices/devices.ts';
import { enrolDevice, enrolDeviceByCode } from '../../../shared/contract/enrolment/enrolment.ts';
import { listEvents } from '../../../shared/contract/devices/events.ts';
import { updateDevice } from '../../../shared/contract/enrolment/heartbeat.ts';
import { getActivity, getConnectivity } from '../../../shared/contract/statistics/statistics.ts';
import { createCodes } from '../../../shared/contract/operations/station.ts';
import { anyNumber } from '../../support/any-value.ts';
import { refused } from '../../support/refused.ts';
import { aSharedStation } from '../../support/shared-station.ts';

const station = await aSharedStation();
const remove = (deviceId: string, token = station.token) =>
  station.call(deleteDevice, { params: { deviceId }, token });

test('a deleted device is not found: by id, by androidId, and for a second deletion', async () => {
  const { id } = await station.enrolled('to-delete');

  expect(await remove(id)).toMatchObject({ status: 200, body: { id, success: true } });

  for (const answer of [
    await station.call(getDevice, { params: { deviceId: id } }),
    await station.call(getDeviceByAndroidId, { params: { androidid: 'to-delete' } }),
    await remove(id),
  ]) {
    expect(answer).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  }
});

test('its identity is kept: label, androidId, model and dates', async () => {
  const { id, token } = await station.enrolled('kept-identity');
  await station.call(updateDevice, {
    params: { deviceId: id },
    token,
    body: { type: { name: 'PICO 4', product: 'A8110' } },
  });

  await remove(id);

  const db = new Database(join(station.folder, 'muster.db'), { readonly: true });
  const stored = db
    .prepare(
      'SELECT label, android_id, model, created_at_ms, enrolled_at_ms, deleted_at_ms FROM deleted_device WHERE id = ?',
    )
    .get(id);
  db.close();
  expect(stored).toEqual({
    label: 'A-01',
    android_id: 'kept-identity',
    model: 'PICO 4',
    created_at_ms: anyNumber,
    enrolled_at_ms: anyNumber,
    deleted_at_ms: anyNumber,
  });
});

test('its activity stays in the statistics under its name and model', async () => {
  const { id, token } = await station.enrolled('in-statistics');
  const started = {
    eventId: 'e-1',
    type: 'APP_STARTED',
    timestamp: Date.now(),
    payload: { packageName: 'a.b' },
  };
  await station.call(updateDevice, {
    params: { deviceId: id },
    token,
    body: { type: { name: 'PICO 4', product: 'A8110' }, events: [started] },
  });
  const lines = async () => {
    const body = { deviceIds: [id] };
    const { body: activity } = await station.call(getActivity, { body });
    const { body: connectivity } = await station.call(getConnectivity, { body });
    return [activity.topByPlays[0], connectivity.devices[0]];
  };
  const line = { deviceId: id, label: 'A-01', model: 'PICO 4' };
  expect(await lines()).toMatchObject([line, line]);

  await remove(id);

  expect(await lines()).toMatchObject([
    { ...line, isDeleted: true, plays: 1 },
    { ...line, isDeleted: true },
  ]);
  const { body: history } = await station.call(listEvents, { params: { deviceId: id } });
  expect(history.items[0]?.payload).toMatchObject({ model: 'PICO 4' });
});

test('the deletion is recorded, and the history stays readable', async () => {
  const { id } = await station.enrolled('recorded');

  await remove(id);

  const { body } = await station.call(listEvents, { params: { deviceId: id } });
  expect(body.items.map(({ type }) => type)).toEqual(['DEVICE_DELETED', 'DEVICE_ENROLLED']);
  expect(body.items[0]?.payload).toEqual({ label: 'A-01', androidId: 'recorded', model: null });
});

test('the headset’s token and open connection end with its record', async () => {
  const { id, token } = await station.enrolled();
  await using link = await station.stream(`/devices/${id}/updates`, token);
  await link.next('hello');

  await remove(id);

  await link.ended;
  expect(await station.call(updateDevice, { params: { deviceId: id }, token, body: {} })).toMatchObject(
    refused(401, 'UNAUTHENTICATED'),
  );
});

test('other followers of the device learn it by the end of the stream', async () => {
  const { id } = await station.enrolled();
  await using follower = await station.stream(`/devices/${id}/updates`);
  await follower.next('hello');

  await remove(id);

  await follower.ended;
  expect(follower.events.map(({ name }) => name)).toEqual(['hello']);
});

test('a deleted slot enrols no headset: its token and its code are void', async () => {
  const [slot] = await station.slots(1);
  const id = slot?.id ?? '';
  const { body } = await station.call(createCodes, { body: { devicesId: [id] } });

  await remove(id);

  expect(
    await station.call(enrolDevice, { body: { enrollmentToken: slot?.enrollmentToken, androidId: 'x' } }),
  ).toMatchObject(refused(404, 'ENROLMENT_TOKEN_UNKNOWN'));
  expect(
    await station.call(enrolDeviceByCode, { body: { code: body[0]?.code, androidId: 'x' } }),
  ).toMatchObject(refused(404, 'ENROLMENT_CODE_UNKNOWN'));
});

test('a headset whose record was deleted may enrol again into a new one', async () => {
  const old = await station.enrolled('comes-back');
  await remove(old.id);

  const again = await station.enrolled('comes-back');

  const { body } = await station.call(getDevice, { params: { deviceId: again.id } });
  expect(body).toMatchObject({ androidId: 'comes-back', isArchived: false });
});

test('an organisation cannot delete another’s device', async () => {
  const { id } = await station.enrolled();
  const other = await station.enterprise();

  expect(await remove(id, other.token)).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  expect((await station.call(getDevice, { params: { deviceId: id } })).status).toBe(200);
});

test('an unknown and a malformed id are not found', async () => {
  expect(await remove('nobody')).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  expect(await remove('no such id')).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
});

test('of two deletions at the same time exactly one succeeds', async () => {
  const { id } = await station.enrolled();

  const answers = await Promise.all([remove(id), remove(id)]);

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  const { body } = await station.call(listEvents, {
    params: { deviceId: id },
    query: { type: 'DEVICE_DELETED' },
  });
  expect(body.total).toBe(1);
});
