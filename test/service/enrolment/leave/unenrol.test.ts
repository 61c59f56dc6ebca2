import { expect, test } from 'vitest';

import { unenrollDevice } from '../../../../shared/contract/commands/commands.ts';
import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { enrolDevice } from '../../../../shared/contract/enrolment/enrolment.ts';
import { listEvents } from '../../../../shared/contract/devices/events.ts';
import { getStreamStatus } from '../../../../shared/contract/commands/stream.ts';
import { type TestStation, aStation } from '../../../support/a-station.ts';
import { anyText } from '../../../support/any-value.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const DAY_MS = 86_400_000;
const station = await aSharedStation();
const unenrol = (on: TestStation, deviceId: string) => on.call(unenrollDevice, { params: { deviceId } });
const read = async (on: TestStation, deviceId: string) =>
  (await on.call(getDevice, { params: { deviceId } })).body;

async function history(on: TestStation, deviceId: string) {
  const { body } = await on.call(listEvents, { params: { deviceId } });
  return body.items.toReversed();
}

test('a connected headset gets the order at once, and the record shows since when it is pending', async () => {
  await using headset = await TestHeadset.linked(station);

  const { status, body } = await unenrol(station, headset.id);
  const command = await headset.next('unenroll');

  expect(status).toBe(200);
  expect(body).toEqual({ success: true, commandId: command.commandId, status: 'sent' });
  expect(command.expiresAt).toBeNull();
  expect(await read(station, headset.id)).toMatchObject({
    androidId: headset.androidId,
    unenrollingSince: anyText,
  });
  expect(await history(station, headset.id)).toMatchObject([
    { type: 'DEVICE_ENROLLED' },
    { type: 'UNENROLL_REQUESTED', payload: { commandId: command.commandId } },
  ]);
});

test('until the headset confirms nothing changes for it: it reports, reads and stays enrolled', async () => {
  await using headset = await TestHeadset.away(station);
  await unenrol(station, headset.id);

  const { status, body } = await headset.report({ worn: true });

  expect(status).toBe(200);
  expect(body.commands).toMatchObject([{ event: 'unenroll' }]);
  expect((await read(station, headset.id)).androidId).toBe(headset.androidId);
});

test('only a partner station can say that the headset has left', async () => {
  await using headset = await TestHeadset.away(station);
  const query = { hasLeft: 'true' };
  await station.call(unenrollDevice, { params: { deviceId: headset.id }, query });

  expect((await headset.report({})).body.commands).toMatchObject([{ event: 'unenroll' }]);
});

test('once the headset has confirmed, its record is a slot again', async () => {
  await using headset = await TestHeadset.linked(station);
  await station.send('PATCH', `/devices/${headset.id}`, { body: { label: 'Desk 4' } });
  await headset.report({
    macAddress: 'AA:BB:CC:DD:EE:01',
    mdmInfo: { codeVersion: 3 },
    osVersion: '14',
    worn: true,
    batteryInfo: { level: 40 },
    storages: [{ totalSpace: 10, freeSpace: 5 }],
    installedPackages: [{ packageName: 'com.example' }],
    downloads: [{ fileName: 'a.apk' }],
    contentPresence: [{ contentId: 'c-1' }],
    events: [{ eventId: 'e', type: 'STREAM_STARTED', timestamp: Date.now(), payload: { fps: 30 } }],
  });
  const { body } = await unenrol(station, headset.id);

  const confirmed = await headset.answer(body.commandId, { accepted: true });
  const device = await read(station, headset.id);
  const { body: stream } = await station.call(getStreamStatus, { params: headset.params });

  expect(confirmed.status).toBe(204);
  expect(device).not.toHaveProperty('androidId');
  expect(device).toMatchObject({
    label: 'Desk 4',
    macAddress: null,
    mdmInfo: null,
    osVersion: null,
    worn: null,
    enrolledAt: null,
    lastHeartbeatAt: null,
    unenrollingSince: null,
    isAvailable: false,
    installedPackages: [],
    downloads: [],
    contentPresence: [],
    settings: {},
  });
  expect(device.enrollmentToken).not.toBe(headset.enrollmentToken);
  expect(stream).toMatchObject({ isStreaming: false, fps: null, updatedAt: null });
  expect((await history(station, headset.id)).at(-1)).toMatchObject({
    type: 'DEVICE_UNENROLLED',
    payload: { androidId: headset.androidId },
  });
});

test('after its confirmation the headset’s token and its connection are void', async () => {
  await using headset = await TestHeadset.away(station);
  const link = await headset.link();
  const { body } = await unenrol(station, headset.id);
  await headset.answer(body.commandId);

  await link.ended;
  const report = await headset.report();
  const again = await headset.answer(body.commandId);

  expect(report).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  expect(again.status).toBe(401);
});

test('the old enrolment token does not enrol the headset again; the new one enrols any headset', async () => {
  await using headset = await TestHeadset.away(station);
  const { body } = await unenrol(station, headset.id);
  await headset.answer(body.commandId);
  const { enrollmentToken } = await read(station, headset.id);
  const enrol = (token: string, androidId: string) =>
    station.call(enrolDevice, { body: { enrollmentToken: token, androidId } });

  const old = await enrol(headset.enrollmentToken, headset.androidId);
  const fresh = await enrol(enrollmentToken, 'the-next-headset');

  expect(old).toMatchObject(refused(404, 'ENROLMENT_TOKEN_UNKNOWN'));
  expect(fresh).toMatchObject({
    status: 200,
    body: { id: headset.id, androidId: 'the-next-headset', unenrollingSince: null },
  });
});

test('the same headset may be enrolled again, and is not un-enrolled by the order that it has executed', async () => {
  await using headset = await TestHeadset.away(station);
  const { body } = await unenrol(station, headset.id);
  await headset.answer(body.commandId);
  const { enrollmentToken } = await read(station, headset.id);

  const enrolled = await station.call(enrolDevice, {
    body: { enrollmentToken, androidId: headset.androidId },
  });
  const { body: beat } = await station.send('PUT', `/devices/${headset.id}`, {
    body: {},
    token: enrolled.body.accessToken,
  });

  expect(beat).toMatchObject({ id: headset.id, commands: [] });
});

test('a repeated request before the confirmation returns the same order and sends it again', async () => {
  await using headset = await TestHeadset.away(station);
  const first = await unenrol(station, headset.id);
  await headset.link();
  await headset.next('unenroll');

  const again = await unenrol(station, headset.id);
  const both = await Promise.all([unenrol(station, headset.id), unenrol(station, headset.id)]);

  expect(first.body.status).toBe('queued');
  expect(again.body).toEqual({ ...first.body, status: 'sent' });
  for (const { body } of both) expect(body).toEqual(again.body);
  const requests = (await history(station, headset.id)).filter(({ type }) => type === 'UNENROLL_REQUESTED');
  expect(requests).toHaveLength(1);
});

test('two simultaneous requests to un-enrol are one command', async () => {
  await using headset = await TestHeadset.away(station);

  const answers = await Promise.all(Array.from({ length: 5 }, () => unenrol(station, headset.id)));

  expect(new Set(answers.map(({ body }) => body.commandId)).size).toBe(1);
});

test('the order waits for days and over restarts, and is repeated at every contact until it is confirmed', async () => {
  const clock = new ManualClock();
  await using own = await aStation({ clock });
  await using headset = await TestHeadset.away(own);
  const { body } = await unenrol(own, headset.id);
  const orders = async () => (await headset.report()).body.commands.map(({ commandId }) => commandId);

  clock.advance(9 * DAY_MS);
  await own.restart();
  const first = await orders();
  const second = await orders();
  await headset.link();
  const onLink = await headset.next('unenroll');
  await headset.link();
  const onNextLink = await headset.next('unenroll');
  clock.advance(DAY_MS);
  const confirmed = await headset.answer(body.commandId);

  expect([first, second]).toEqual([[body.commandId], [body.commandId]]);
  expect([onLink.commandId, onNextLink.commandId]).toEqual([body.commandId, body.commandId]);
  expect(confirmed.status).toBe(204);
  expect(await read(own, headset.id)).not.toHaveProperty('androidId');
});

test('other queued commands are dropped when the headset is un-enrolled, and the history shows it', async () => {
  await using headset = await TestHeadset.away(station);
  await station.send('PUT', `/devices/${headset.id}/command`, { body: { event: 'later', expiresInSec: 60 } });
  const { body } = await unenrol(station, headset.id);
  await headset.answer(body.commandId);

  const types = (await history(station, headset.id)).map(({ type }) => type);

  expect(types).toEqual([
    'DEVICE_ENROLLED',
    'COMMAND_QUEUED',
    'UNENROLL_REQUESTED',
    'COMMAND_EXPIRED',
    'DEVICE_UNENROLLED',
  ]);
});

test('the fleet and the followers of the device see the order, and then a waiting slot', async () => {
  await using headset = await TestHeadset.linked(station);
  await using wall = await station.stream('/station/updates');
  await using follower = await station.stream(`/devices/${headset.id}/updates`);
  await Promise.all([wall.next('hello'), follower.next('hello')]);
  const own = (data: Record<string, unknown>) => data['id'] === headset.id;

  const { body } = await unenrol(station, headset.id);
  await wall.next('device', (data) => own(data) && typeof data['unenrollingSince'] === 'string');
  await headset.answer(body.commandId);
  const tile = await wall.next('device', (data) => own(data) && data['androidId'] === null);
  const device = await follower.next('device', ({ androidId }) => androidId === null);

  expect(tile.data).toMatchObject({ unenrollingSince: null, enrolledAt: null, isLinked: false });
  expect(device.data).toMatchObject({ unenrollingSince: null, enrolledAt: null, isAvailable: false });
  expect(JSON.stringify(follower.events)).not.toContain((await read(station, headset.id)).enrollmentToken);
});

test('the followers of its stream see that its status is unknown', async () => {
  await using headset = await TestHeadset.away(station);
  const started = { eventId: 's', type: 'STREAM_STARTED', timestamp: Date.now(), payload: { fps: 30 } };
  await headset.report({ events: [started] });
  await using stream = await station.stream(`/devices/${headset.id}/stream-status`);
  await stream.next('status', ({ isStreaming }) => isStreaming === true);
  const { body } = await unenrol(station, headset.id);

  await headset.answer(body.commandId);

  const { data } = await stream.next('status', ({ isStreaming }) => isStreaming === false);
  expect(data).toMatchObject({ fps: null, updatedAt: null });
});

test('only the headset itself confirms', async () => {
  await using headset = await TestHeadset.away(station);
  await using other = await TestHeadset.away(station);
  const { body } = await unenrol(station, headset.id);

  expect(await other.answer(body.commandId)).toMatchObject(refused(404, 'COMMAND_NOT_FOUND'));
  expect((await read(station, headset.id)).androidId).toBe(headset.androidId);
});

test('without a headset there is nothing to un-enrol', async () => {
  const [slot] = await station.slots(1);
  const headset = await TestHeadset.away(station);
  const { body } = await unenrol(station, headset.id);
  await headset.answer(body.commandId);
  const other = await station.enterprise();

  expect(await unenrol(station, slot?.id ?? '')).toMatchObject(refused(404, 'DEVICE_UNREACHABLE'));
  expect(await unenrol(station, headset.id)).toMatchObject(refused(404, 'DEVICE_UNREACHABLE'));
  expect(await unenrol(station, 'nobody')).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  expect(await station.call(unenrollDevice, { params: headset.params, token: other.token })).toMatchObject(
    refused(404, 'DEVICE_NOT_FOUND'),
  );
});
