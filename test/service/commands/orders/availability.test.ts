import { expect, test } from 'vitest';

import { forceAvailability, getAvailability } from '../../../../shared/contract/commands/availability.ts';
import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { listEvents } from '../../../../shared/contract/devices/events.ts';
import { aStation, type TestStation } from '../../../support/a-station.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

const ask = (on: TestStation, deviceId: string, query: Readonly<Record<string, string>> = {}) =>
  on.call(getAvailability, { params: { deviceId }, query });
const force = (on: TestStation, deviceId: string, isAvailable: string) =>
  on.call(forceAvailability, { params: { deviceId, isAvailable } });
const inRecord = async (on: TestStation, deviceId: string) =>
  (await on.call(getDevice, { params: { deviceId } })).body.isAvailable;

test('a headset is available by its connection, or by a heartbeat within the last minute and a half', async () => {
  const clock = new ManualClock();
  await using own = await aStation({ clock });
  await using headset = await TestHeadset.away(own);
  const checkedAt = () => new Date(clock.now()).toISOString();

  const never = await ask(own, headset.id);
  await headset.report();
  const received = await ask(own, headset.id, { refresh: 'false' });
  clock.advance(90_000);
  const silent = await ask(own, headset.id);
  await headset.link();
  const linked = await ask(own, headset.id);

  const { id } = headset;
  const first = new Date(clock.now() - 90_000).toISOString();
  expect(never.body).toEqual({ id, isAvailable: false, source: 'heartbeat', checkedAt: first });
  expect(received.body).toEqual({ id, isAvailable: true, source: 'heartbeat', checkedAt: first });
  expect(silent.body).toEqual({ id, isAvailable: false, source: 'heartbeat', checkedAt: checkedAt() });
  expect(linked.body).toEqual({ id, isAvailable: true, source: 'link', checkedAt: checkedAt() });
});

test('with refresh the headset itself is asked, and its answer counts', async () => {
  await using headset = await TestHeadset.linked(station);

  const requested = ask(station, headset.id, { refresh: 'true' });
  await headset.answer((await headset.next('ping')).commandId, {});
  const { status, body } = await requested;

  expect(status).toBe(200);
  expect(body).toMatchObject({ id: headset.id, isAvailable: true, source: 'link' });
});

test('with refresh a connected headset that does not answer for three seconds is not available', async () => {
  const clock = new ManualClock();
  await using own = await aStation({ clock });
  await using headset = await TestHeadset.linked(own);
  let isSettled = false;
  const requested = ask(own, headset.id, { refresh: 'true' }).finally(() => (isSettled = true));
  await headset.next('ping');

  clock.advance(2_999);
  await ask(own, headset.id);
  const wasSettledBefore = isSettled;
  clock.advance(1);

  expect((await requested).body).toMatchObject({ isAvailable: false, source: 'link' });
  expect(wasSettledBefore).toBe(false);
});

test('with refresh a headset without a connection is not available, whatever its last heartbeat', async () => {
  await using headset = await TestHeadset.away(station);
  await headset.report();

  const { body } = await ask(station, headset.id, { refresh: 'true' });

  expect(body).toMatchObject({ isAvailable: false, source: 'link' });
});

test('an availability request leaves nothing in the history', async () => {
  await using headset = await TestHeadset.linked(station);
  const requested = ask(station, headset.id, { refresh: 'true' });
  await headset.answer((await headset.next('ping')).commandId, {});
  await requested;

  const { body } = await station.call(listEvents, { params: headset.params });

  expect(body.items.map(({ type }) => type)).toEqual(['DEVICE_ENROLLED']);
});

test('a forced value is used by the answer, the record and the stream', async () => {
  const clock = new ManualClock();
  await using own = await aStation({ clock });
  await using headset = await TestHeadset.away(own);
  await using follower = await own.stream(`/devices/${headset.id}/updates`);
  await follower.next('hello');

  const forced = await force(own, headset.id, 'true');
  const checkedAt = new Date(clock.now()).toISOString();
  clock.advance(3_600_000);
  const read = await ask(own, headset.id);

  expect(forced.status).toBe(200);
  expect(forced.body).toEqual({ id: headset.id, isAvailable: true, source: 'forced', checkedAt });
  expect(read.body).toEqual(forced.body);
  expect(await inRecord(own, headset.id)).toBe(true);
  await follower.next('device', ({ isAvailable }) => isAvailable === true);
});

test('a forced value ends with the next heartbeat, which is published', async () => {
  await using headset = await TestHeadset.away(station);
  await using follower = await station.stream(`/devices/${headset.id}/updates`);
  await follower.next('hello');
  await headset.report();
  await force(station, headset.id, 'false');
  await follower.next('device', ({ isAvailable }) => isAvailable === false);

  await headset.report();
  await follower.next('device', ({ isAvailable }) => isAvailable === true);

  expect((await ask(station, headset.id)).body).toMatchObject({ isAvailable: true, source: 'heartbeat' });
});

test('a forced value ends when the headset opens a connection, also a second one', async () => {
  await using headset = await TestHeadset.linked(station);
  await force(station, headset.id, 'false');
  expect(await inRecord(station, headset.id)).toBe(false);

  await using second = await station.stream(`/devices/${headset.id}/updates`, headset.token);
  await second.next('device', ({ isAvailable }) => isAvailable === true);

  expect(await inRecord(station, headset.id)).toBe(true);
  expect((await ask(station, headset.id)).body).toMatchObject({ source: 'link' });
});

test('a forced value ends when the headset loses its connection', async () => {
  await using headset = await TestHeadset.linked(station);
  await force(station, headset.id, 'true');

  await headset.unlink();

  expect((await ask(station, headset.id)).body).toMatchObject({ isAvailable: false, source: 'heartbeat' });
});

test('a forced value ends with a refresh', async () => {
  await using headset = await TestHeadset.away(station);
  await force(station, headset.id, 'true');

  const refreshed = await ask(station, headset.id, { refresh: 'true' });

  expect(refreshed.body).toMatchObject({ isAvailable: false, source: 'link' });
  expect((await ask(station, headset.id)).body).toMatchObject({ isAvailable: false, source: 'heartbeat' });
  expect(await inRecord(station, headset.id)).toBe(false);
});

test('a forced value does not survive a restart', async () => {
  await using own = await aStation();
  await using headset = await TestHeadset.away(own);
  await force(own, headset.id, 'true');

  await own.restart();

  expect((await ask(own, headset.id)).body).toMatchObject({ isAvailable: false, source: 'heartbeat' });
});

test.each(['TRUE', '1', 'yes', 'null', '%20'])('the value %s cannot be forced', async (value) => {
  const { id } = await station.enrolled();

  const answer = await station.send('POST', `/devices/${id}/is-available/${value}`);

  expect(answer).toMatchObject(refusedAt('path.isAvailable'));
});

test('a malformed id is 400, an unknown or foreign one 404, for both', async () => {
  const { id } = await station.enrolled();
  const other = await station.enterprise();
  const token = other.token;

  expect(await station.send('GET', '/devices/no%20id/is-available')).toMatchObject(
    refusedAt('path.deviceId'),
  );
  expect(await station.send('POST', '/devices/no%20id/is-available/true')).toMatchObject(
    refusedAt('path.deviceId'),
  );
  expect(await ask(station, 'nobody')).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  expect(await force(station, 'nobody', 'true')).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  expect(await station.send('GET', `/devices/${id}/is-available`, { token })).toMatchObject(
    refused(404, 'DEVICE_NOT_FOUND'),
  );
  expect(await station.send('POST', `/devices/${id}/is-available/true`, { token })).toMatchObject(
    refused(404, 'DEVICE_NOT_FOUND'),
  );
});

test('refresh is true or false', async () => {
  const { id } = await station.enrolled();

  expect(await ask(station, id, { refresh: 'maybe' })).toMatchObject(refusedAt('query.refresh'));
});
