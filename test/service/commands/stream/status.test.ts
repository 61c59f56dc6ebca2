import { expect, test } from 'vitest';

import {
  getStreamStatus,
  setStreamQuality,
  streamStatusSchema,
} from '../../../../shared/contract/commands/stream.ts';
import { aStation } from '../../../support/a-station.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const clock = new ManualClock();
const station = await aSharedStation({ clock });

const read = async (deviceId: string) => (await station.call(getStreamStatus, { params: { deviceId } })).body;
const follow = (deviceId: string, headers: Readonly<Record<string, string>> = {}) =>
  station.stream(`/devices/${deviceId}/stream-status`, station.token, headers);
const at = (ms: number): string => new Date(ms).toISOString();
let eventCount = 0;

function event(type: string, timestamp: number, payload: object = {}): object {
  eventCount += 1;
  return { eventId: `e-${eventCount}`, type, timestamp, payload };
}

test('a headset without reports streams nothing', async () => {
  const { id } = await station.enrolled();

  expect(await read(id)).toEqual({
    deviceId: id,
    isStreaming: false,
    requestedProfile: null,
    appliedProfile: null,
    transport: null,
    hardwareTier: 'UNKNOWN',
    width: null,
    height: null,
    fps: null,
    bitrateKbps: null,
    fallbackReason: null,
    since: null,
    updatedAt: null,
  });
});

test('it streams from the event that starts it, with the reported numbers, until the event that ends it', async () => {
  const headset = await TestHeadset.away(station);
  const startMs = clock.now() - 5_000;
  const numbers = { width: 1_280, height: 720, fps: 30, bitrateKbps: 3_000 };

  await headset.report({
    type: { name: 'PICO 4', product: 'A8110' },
    events: [event('STREAM_STARTED', startMs, { ...numbers, profile: 'OPTIMIZED', transport: 'LAN' })],
  });
  const started = await read(headset.id);
  await headset.report({
    events: [event('STREAM_STATS', startMs + 1_000, { fps: 27.5, bitrateKbps: 2_700 })],
  });
  const measured = await read(headset.id);
  await headset.report({ events: [event('STREAM_STOPPED', startMs + 2_000)] });
  const stopped = await read(headset.id);

  expect(started).toMatchObject({
    ...numbers,
    isStreaming: true,
    appliedProfile: 'OPTIMIZED',
    transport: 'LAN',
    hardwareTier: 'XR2_GEN1',
    since: at(startMs),
    updatedAt: at(clock.now()),
  });
  expect(measured).toMatchObject({
    ...numbers,
    isStreaming: true,
    fps: 27.5,
    bitrateKbps: 2_700,
    since: at(startMs),
  });
  expect(stopped).toMatchObject({ isStreaming: false, since: at(startMs + 2_000) });
});

test('events count by their own time, whatever the order in which they arrive, and once each', async () => {
  const headset = await TestHeadset.away(station);
  const nowMs = clock.now();
  const start = event('STREAM_STARTED', nowMs - 9_000, { fps: 30 });

  await headset.report({ events: [event('STREAM_STOPPED', nowMs - 3_000), start] });
  const inOrder = await read(headset.id);
  await headset.report({ events: [event('STREAM_STATS', nowMs - 6_000, { fps: 24 })] });
  await headset.report({ events: [start] });

  expect(inOrder).toMatchObject({ isStreaming: false, fps: 30, since: at(nowMs - 3_000) });
  expect(await read(headset.id)).toEqual(inOrder);
});

test('an event from the future does not block later ones', async () => {
  const headset = await TestHeadset.away(station);
  await headset.report({ events: [event('STREAM_STARTED', clock.now() + 3_600_000)] });

  clock.advance(1_000);
  await headset.report({ events: [event('STREAM_STOPPED', clock.now())] });

  expect(await read(headset.id)).toMatchObject({ isStreaming: false });
});

test('a report without a start means that it streams', async () => {
  const headset = await TestHeadset.away(station);
  const nowMs = clock.now();

  await headset.report({ events: [event('STREAM_STATS', nowMs, { fps: 24 })] });

  expect(await read(headset.id)).toMatchObject({ isStreaming: true, fps: 24, since: at(nowMs) });
});

test('invalid values in a report are dropped, and the event is kept', async () => {
  const headset = await TestHeadset.away(station);
  const payload = { width: 'wide', height: -1, fps: 1e9, bitrateKbps: null, profile: 7, transport: 'FTP' };

  const { body } = await headset.report({ events: [event('STREAM_STARTED', clock.now(), payload)] });

  expect(body.acknowledged).toHaveLength(1);
  expect(await read(headset.id)).toMatchObject({
    isStreaming: true,
    width: null,
    fps: null,
    transport: null,
  });
});

test('the status survives a restart', async () => {
  await using own = await aStation();
  const headset = await TestHeadset.away(own);
  await headset.report({ events: [event('STREAM_STARTED', Date.now(), { fps: 30 })] });
  const readOwn = async () => (await own.call(getStreamStatus, { params: headset.params })).body;
  const before = await readOwn();

  await own.restart();

  expect(before.isStreaming).toBe(true);
  expect(await readOwn()).toEqual(before);
});

test('the event stream sends hello, the status at once, and the status at each change', async () => {
  const headset = await TestHeadset.away(station);
  await using stream = await follow(headset.id);
  await stream.next('status');

  await headset.report({ events: [event('STREAM_STARTED', clock.now(), { fps: 30 })] });
  const changed = await stream.next('status', ({ isStreaming }) => isStreaming === true);

  expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(stream.events.map(({ name }) => name)).toEqual(['hello', 'status', 'status']);
  expect(stream.events[0]?.id).toBeUndefined();
  expect(Number(changed.id)).toBeGreaterThan(Number(stream.events[1]?.id));
  expect(changed.data).toEqual(await read(headset.id));
  for (const { name, data } of stream.events)
    expect(getStreamStatus.events?.[name]?.safeParse(data).success).toBe(true);
});

test('a new quality is sent to the followers of the status', async () => {
  await using headset = await TestHeadset.linked(station);
  await using stream = await follow(headset.id);
  await stream.next('status');

  const sent = station.call(setStreamQuality, {
    params: headset.params,
    body: { qualityProfile: 'OPTIMIZED' },
  });
  await headset.answer((await headset.next('set-quality')).commandId);
  await sent;

  const { data } = await stream.next('status', ({ appliedProfile }) => appliedProfile === 'OPTIMIZED');
  expect(streamStatusSchema.parse(data)).toMatchObject({ requestedProfile: 'OPTIMIZED', isStreaming: false });
});

test('a heartbeat that does not change the stream is not published, nor are other headsets’', async () => {
  const [headset, other] = [await TestHeadset.away(station), await TestHeadset.away(station)];
  await using stream = await follow(headset.id);
  await stream.next('status');

  await headset.report({ worn: true, events: [event('APP_STARTED', clock.now())] });
  await other.report({ events: [event('STREAM_STARTED', clock.now())] });
  await headset.report({ events: [event('STREAM_STARTED', clock.now(), { fps: 20 })] });
  await stream.next('status', ({ fps }) => fps === 20);

  expect(stream.events.map(({ name }) => name)).toEqual(['hello', 'status', 'status']);
});

test('a returning reader gets what it missed, or a notice that it is unknown, and then the status', async () => {
  const headset = await TestHeadset.away(station);
  const first = await follow(headset.id);
  const seen = await first.next('status');
  await first[Symbol.asyncDispose]();
  await headset.report({ events: [event('STREAM_STARTED', clock.now(), { fps: 20 })] });
  await headset.report({ events: [event('STREAM_STATS', clock.now(), { fps: 21 })] });

  await using back = await follow(headset.id, { 'last-event-id': seen.id ?? '' });
  const last = await back.next('status', ({ fps }) => fps === 21);
  await using again = await follow(headset.id, { 'last-event-id': last.id ?? '' });
  await again.next('status');
  await using lost = await follow(headset.id, { 'last-event-id': '1' });
  await lost.next('status');

  expect(back.events.map(({ name, data }) => `${name} ${String(data['fps'])}`)).toEqual([
    'hello undefined',
    'status 20',
    'status 21',
  ]);
  expect(again.events.map(({ name }) => name)).toEqual(['hello', 'status']);
  expect(lost.events.map(({ name }) => name)).toEqual(['hello', 'resync', 'status']);
  expect(lost.events[2]?.data).toEqual(await read(headset.id));
});

test('the stream ends with its device', async () => {
  const { id } = await station.enrolled();
  await using stream = await follow(id);
  await stream.next('status');

  await station.send('DELETE', `/devices/${id}`);

  await stream.ended;
  expect(await station.send('GET', `/devices/${id}/stream-status`)).toMatchObject(
    refused(404, 'DEVICE_NOT_FOUND'),
  );
});

test.each([
  ['application/json', 'application/json'],
  ['*/*', 'application/json'],
  ['text/html', 'application/json'],
  ['application/json, text/event-stream;q=0.5', 'application/json'],
])('a client that accepts %s gets %s', async (accept, type) => {
  const { id } = await station.enrolled();

  const answer = await station.send('GET', `/devices/${id}/stream-status`, { headers: { accept } });

  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain(type);
  expect(answer.headers.get('vary')).toBe('accept');
});

test('the headset reads and follows its own status', async () => {
  const headset = await TestHeadset.away(station);

  const answer = await station.call(getStreamStatus, { params: headset.params, token: headset.token });
  await using stream = await station.stream(`/devices/${headset.id}/stream-status`, headset.token);

  expect(answer.status).toBe(200);
  await stream.next('status');
});

test('a status stream does not count as the headset’s connection', async () => {
  const headset = await TestHeadset.away(station);
  await using stream = await station.stream(`/devices/${headset.id}/stream-status`, headset.token);
  await stream.next('status');

  const answer = await station.send('PUT', `/devices/${headset.id}/command`, { body: { event: 'x' } });

  expect(answer).toMatchObject(refused(404, 'DEVICE_UNREACHABLE'));
});

test.each(['application/json', 'text/event-stream'])(
  'with %s an unknown, malformed or foreign device does not exist',
  async (accept) => {
    const { id } = await station.enrolled();
    const other = await station.enterprise();
    const get = (device: string, token = station.token) =>
      station.send('GET', `/devices/${device}/stream-status`, { headers: { accept }, token });

    for (const answer of [await get('nobody'), await get('no%20id'), await get(id, other.token)])
      expect(answer).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  },
);
