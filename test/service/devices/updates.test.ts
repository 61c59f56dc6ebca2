import { expect, test } from 'vitest';

import { getDevice, patchDevice } from '../../../shared/contract/devices/devices.ts';
import { deviceUpdates } from '../../../shared/contract/devices/events.ts';
import { updateDevice } from '../../../shared/contract/enrolment/heartbeat.ts';
import { createCodes } from '../../../shared/contract/operations/station.ts';
import { anyText } from '../../support/any-value.ts';
import type { EventReader } from '../../support/event-reader.ts';
import { rawRequest } from '../../support/raw-http.ts';
import { refused } from '../../support/refused.ts';
import { aSharedStation } from '../../support/shared-station.ts';

const station = await aSharedStation();
const rename = (deviceId: string, label: string) =>
  station.call(patchDevice, { params: { deviceId }, body: { label } });
const follow = (deviceId: string, headers: Readonly<Record<string, string>> = {}) =>
  station.stream(`/devices/${deviceId}/updates`, station.token, headers);
const labelled = (label: string) => (data: Record<string, unknown>) => data['label'] === label;
const numbers = (reader: EventReader) => reader.events.map(({ id }) => Number(id)).filter((id) => id > 0);

test('the stream begins with hello: the time and the settings revision, without an id', async () => {
  const { id } = await station.enrolled();

  await using stream = await follow(id);

  const hello = await stream.next('hello');
  expect(stream.response.status).toBe(200);
  expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(stream.response.headers.get('cache-control')).toBe('no-store');
  expect(hello.id).toBeUndefined();
  expect(deviceUpdates.events['hello']?.safeParse(hello.data).success).toBe(true);
  expect(hello.data['settingsRevision']).toBe(0);
});

test('a reader learns to reconnect after two seconds', async () => {
  const { id } = await station.enrolled();
  const abort = new AbortController();
  const response = await fetch(`${station.url}/devices/${id}/updates`, {
    headers: { authorization: `Bearer ${station.token}` },
    signal: abort.signal,
  });

  let text = '';
  for await (const chunk of response.body ?? []) {
    text += new TextDecoder().decode(chunk as Uint8Array);
    if (text.includes('hello')) break;
  }
  abort.abort();

  expect(text).toMatch(/^retry: 2000\n/);
});

test('a change is published with the fields that changed, under rising ids', async () => {
  const { id, token } = await station.enrolled();
  await using stream = await follow(id);
  await stream.next('hello');

  await rename(id, 'one');
  await rename(id, 'two');
  await station.call(updateDevice, {
    params: { deviceId: id },
    token,
    body: { batteryInfo: { level: 40 }, worn: true, osVersion: '14' },
  });

  expect((await stream.next('device', labelled('one'))).data).toEqual({ id, label: 'one' });
  await stream.next('device', labelled('two'));
  const beat = await stream.next('device', (data) => data['batteryInfo'] !== undefined);
  expect(beat.data).toEqual({
    id,
    batteryInfo: { level: 40 },
    worn: true,
    osVersion: '14',
    lastHeartbeatAt: anyText,
  });
  const ids = numbers(stream);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  expect(new Set(ids).size).toBe(ids.length);
});

test('an empty change is not published', async () => {
  const { id } = await station.enrolled();
  await rename(id, 'same');
  await using stream = await follow(id);
  await stream.next('hello');

  await rename(id, 'same');
  await rename(id, 'other');
  await stream.next('device', labelled('other'));

  expect(stream.events.filter(({ name }) => name === 'device')).toHaveLength(1);
});

test('changes of other devices are not sent', async () => {
  const [one, two] = [await station.enrolled(), await station.enrolled()];
  await using stream = await follow(one.id);
  await stream.next('hello');

  await rename(two.id, 'not for you');
  await rename(one.id, 'for you');
  await stream.next('device', labelled('for you'));

  expect(stream.events.find(({ data }) => data['label'] === 'not for you')).toBeUndefined();
});

test('an issued code and the enrolment that uses it are published', async () => {
  const [slot] = await station.slots(1);
  const id = slot?.id ?? '';
  await using stream = await follow(id);
  await stream.next('hello');

  const { body } = await station.call(createCodes, { body: { devicesId: [id] } });
  await station.send('POST', '/devices/manual-enrollment', {
    body: { code: body[0]?.code, androidId: 'followed' },
  });

  await stream.next('device', ({ temporaryVerificationCode }) => temporaryVerificationCode !== null);
  const enrolled = await stream.next('device', ({ androidId }) => androidId === 'followed');
  expect(enrolled.data).toMatchObject({ temporaryVerificationCode: null, enrolledAt: anyText });
});

test('missed updates are replayed to a reader that names the last event it saw', async () => {
  const { id } = await station.enrolled();
  const other = await station.enrolled();
  const first = await follow(id);
  await rename(id, 'seen');
  const seen = await first.next('device', labelled('seen'));
  await first[Symbol.asyncDispose]();
  await rename(id, 'missed 1');
  await rename(other.id, 'not yours');
  await rename(id, 'missed 2');

  await using again = await follow(id, { 'last-event-id': seen.id ?? '' });
  await rename(id, 'live');
  await again.next('device', labelled('live'));

  expect(again.events.map(({ name }) => name)).toEqual(['hello', 'device', 'device', 'device']);
  expect(again.events.slice(1).map(({ data }) => data['label'])).toEqual(['missed 1', 'missed 2', 'live']);
});

test.each(['0', '1', 'garbage', '-5', '99999999999999999999', '9007199254740991', '1e3'])(
  'a reader that names %s, which is not a number of this run, is asked to load everything again',
  async (lastId) => {
    const { id } = await station.enrolled();

    await using stream = await follow(id, { 'last-event-id': lastId });

    const resync = await stream.next('resync');
    expect(resync.id).toBeUndefined();
    expect(stream.events.map(({ name }) => name)).toEqual(['hello', 'resync']);
  },
);

test('after a restart a returning reader is asked to load everything again', async () => {
  const { id } = await station.enrolled();
  const first = await follow(id);
  await rename(id, 'before');
  const seen = await first.next('device', labelled('before'));

  await station.restart();
  await first.ended;
  await using again = await follow(id, { 'last-event-id': seen.id ?? '' });

  await again.next('resync');
  await rename(id, 'after');
  const after = await again.next('device', labelled('after'));
  expect(Number(after.id)).toBeGreaterThan(Number(seen.id));
});

test('while the headset holds its connection it is available; when the connection ends it is not', async () => {
  const { id, token } = await station.enrolled();
  const read = async () => (await station.call(getDevice, { params: { deviceId: id } })).body.isAvailable;
  await using follower = await follow(id);
  await follower.next('hello');
  expect(await read()).toBe(false);

  const link = await station.stream(`/devices/${id}/updates`, token);
  await follower.next('device', ({ isAvailable }) => isAvailable === true);
  expect(await read()).toBe(true);

  await link[Symbol.asyncDispose]();
  await follower.next('device', ({ isAvailable }) => isAvailable === false);
  expect(await read()).toBe(false);
});

test('the availability published at the end of a connection matches the record', async () => {
  const { id, token } = await station.enrolled();
  await station.call(updateDevice, { params: { deviceId: id }, token, body: {} });
  await using follower = await follow(id);
  await using wall = await station.stream('/station/updates');
  await Promise.all([follower.next('hello'), wall.next('hello')]);

  const link = await station.stream(`/devices/${id}/updates`, token);
  await follower.next('device', ({ isAvailable }) => isAvailable === true);
  await link[Symbol.asyncDispose]();
  await wall.next('device', (data) => data['id'] === id && data['isLinked'] === false);
  await rename(id, 'after the link');
  await follower.next('device', labelled('after the link'));

  const received = follower.events.flatMap(({ data }) =>
    'isAvailable' in data ? [data['isAvailable']] : [],
  );
  const { body } = await station.call(getDevice, { params: { deviceId: id } });
  expect(received.at(-1)).toBe(body.isAvailable);
});

test('a second connection of the same headset keeps it available when the first ends', async () => {
  const { id, token } = await station.enrolled();
  await using follower = await follow(id);
  const first = await station.stream(`/devices/${id}/updates`, token);
  await using second = await station.stream(`/devices/${id}/updates`, token);
  await second.next('hello');

  await first[Symbol.asyncDispose]();
  await rename(id, 'still here');
  await follower.next('device', labelled('still here'));

  expect(
    follower.events.filter(({ data }) => 'isAvailable' in data).map(({ data }) => data['isAvailable']),
  ).toEqual([true]);
});

test('a follower with an enterprise token does not count as the device’s connection', async () => {
  const { id } = await station.enrolled();

  await using stream = await follow(id);
  await stream.next('hello');

  expect((await station.call(getDevice, { params: { deviceId: id } })).body.isAvailable).toBe(false);
});

test('there is no stream of an unknown, malformed or foreign device', async () => {
  const { id } = await station.enrolled();
  const other = await station.enterprise();

  expect(await station.send('GET', '/devices/nobody/updates')).toMatchObject(
    refused(404, 'DEVICE_NOT_FOUND'),
  );
  expect(await station.send('GET', '/devices/no%20id/updates')).toMatchObject(
    refused(404, 'DEVICE_NOT_FOUND'),
  );
  expect(await station.send('GET', `/devices/${id}/updates`, { token: other.token })).toMatchObject(
    refused(404, 'DEVICE_NOT_FOUND'),
  );
});

test('no stream is opened without a token', async () => {
  const { id } = await station.enrolled();

  const answer = await rawRequest(station.url, { path: `/devices/${id}/updates` });

  expect(answer.status).toBe(401);
});
