import { expect, test } from 'vitest';

import { deleteDevice, patchDevice } from '../../../../shared/contract/devices/devices.ts';
import { enrolDevice } from '../../../../shared/contract/enrolment/enrolment.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { setMetadata } from '../../../../shared/contract/devices/metadata.ts';
import { createCodes, createSlots } from '../../../../shared/contract/operations/station.ts';
import { testWebhook } from '../../../../shared/contract/operations/webhooks.ts';
import { anyText } from '../../../support/any-value.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { Receiver } from './a-receiver.ts';
import { aWebhook, report } from './support.ts';

const station = await aSharedStation();

/** A receiver of a separate organisation, so that only a test's own events arrive. */
async function listening(types?: string[]) {
  const { token } = await station.enterprise();
  const receiver = await Receiver.open();
  const webhook = await aWebhook(station, { url: receiver.url, ...(types && { types }) }, token);
  return {
    receiver,
    token,
    /** Returns all deliveries so far, without the ping that ends it. */
    async receivedBodies() {
      await station.call(testWebhook, { params: { webhookId: webhook.id }, token });
      await expect.poll(() => receiver.types.includes('ping')).toBe(true);
      return receiver.received.filter(({ type }) => type !== 'ping');
    },
    async headset() {
      const { body } = await station.call(createSlots, { body: { count: 1, labelPrefix: 'W-' }, token });
      const [slot] = body.items;
      const androidId = `android-${slot?.id}`;
      const enrolled = await station.call(enrolDevice, {
        body: { enrollmentToken: slot?.enrollmentToken, androidId },
        token,
      });
      return { id: enrolled.body.id, androidId, token: enrolled.body.accessToken };
    },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}

test('new events are sent in the order in which they were stored, and a repeated one is not', async () => {
  await using received = await listening(['event.*']);
  const headset = await received.headset();

  await report(station, headset, 'A', 'B');
  await report(station, headset, 'A', 'C');

  const events = await received.receivedBodies();
  expect(events.map(({ type }) => type)).toEqual(['event.DEVICE_ENROLLED', 'event.A', 'event.B', 'event.C']);
  expect(new Set(events.map(({ id }) => id)).size).toBe(4);
});

test('enrolment, renaming, metadata and removal of a device are sent', async () => {
  await using received = await listening(['device.*']);
  const { id, androidId } = await received.headset();
  const params = { deviceId: id };

  await station.call(patchDevice, { params, body: { label: 'New name' }, token: received.token });
  await station.call(setMetadata, {
    params: { ...params, namespace: 'school' },
    body: { a: 1 },
    token: received.token,
  });
  await station.call(deleteDevice, { params, token: received.token });

  expect((await received.receivedBodies()).map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'device.enrolled', data: { deviceId: id, androidId, replaces: [] } },
    { type: 'device.updated', data: { deviceId: id, changed: { androidId, enrolledAt: anyText } } },
    { type: 'device.updated', data: { deviceId: id, changed: { label: 'New name' } } },
    { type: 'device.metadata', data: { deviceId: id, namespace: 'school' } },
    { type: 'device.removed', data: { deviceId: id, label: 'New name', androidId, model: null } },
  ]);
});

test('a heartbeat that does not change the record is not an update', async () => {
  await using received = await listening(['device.updated']);
  const headset = await received.headset();
  const beat = { batteryInfo: { level: 50 }, worn: true };

  await station.call(updateDevice, { params: { deviceId: headset.id }, token: headset.token, body: beat });
  await station.call(updateDevice, {
    params: { deviceId: headset.id },
    token: headset.token,
    body: { ...beat, osVersion: '14' },
  });

  const [, ...updates] = await received.receivedBodies();
  expect(updates.map(({ data }) => data)).toEqual([{ deviceId: headset.id, changed: { osVersion: '14' } }]);
});

test('a headset that opens and loses its connection is sent as available and unavailable, once each', async () => {
  await using received = await listening(['device.available', 'device.unavailable']);
  const { id, token } = await received.headset();
  {
    await using link = await station.stream(`/devices/${id}/updates`, token);
    await link.next('hello');
    await using second = await station.stream(`/devices/${id}/updates`, token);
    await second.next('hello');
    await received.receiver.arrived(1);
  }
  await received.receiver.arrived(2);

  const events = await received.receivedBodies();
  expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'device.available', data: { deviceId: id } },
    { type: 'device.unavailable', data: { deviceId: id } },
  ]);
});

test('a headset cannot fake a state change with its event’s name', async () => {
  await using received = await listening(['device.removed', 'event.DEVICE_DELETED']);
  const headset = await received.headset();

  await report(station, headset, 'DEVICE_DELETED');

  expect((await received.receivedBodies()).map(({ type }) => type)).toEqual(['event.DEVICE_DELETED']);
});

test('a re-enrolled headset is sent as replaced and enrolled', async () => {
  await using received = await listening(['device.replaced', 'device.enrolled']);
  const old = await received.headset();
  const { body } = await station.call(createSlots, {
    body: { count: 1, labelPrefix: 'X-' },
    token: received.token,
  });
  const [slot] = body.items;
  await station.call(enrolDevice, {
    body: { enrollmentToken: slot?.enrollmentToken, androidId: old.androidId },
    token: received.token,
  });

  const [, ...events] = await received.receivedBodies();
  expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'device.replaced', data: { deviceId: old.id, replacedBy: slot?.id } },
    { type: 'device.enrolled', data: { deviceId: slot?.id, androidId: old.androidId, replaces: [old.id] } },
  ]);
});

test('codes, tokens and passwords are in no delivery', async () => {
  await using received = await listening();
  const { body } = await station.call(createSlots, {
    body: { count: 2, labelPrefix: 'S-' },
    token: received.token,
  });
  const [slot, waiting] = body.items;
  const codes = await station.call(createCodes, {
    body: { devicesId: [waiting?.id] },
    token: received.token,
  });
  const enrolled = await station.call(enrolDevice, {
    body: { enrollmentToken: slot?.enrollmentToken, androidId: `secretive-${slot?.id}` },
    token: received.token,
  });
  const { id, accessToken } = enrolled.body;
  const payload = {
    ssid: 'School',
    password: 'wifi-secret-1',
    networks: [{ PASSWORD: 'wifi-secret-2', accessToken: 'wifi-secret-3' }],
    tokens: 3,
  };
  const event = { eventId: 'wifi', type: 'WIFI_JOINED', timestamp: Date.now(), payload };
  await station.call(updateDevice, {
    params: { deviceId: id },
    token: accessToken,
    body: { events: [event] },
  });

  const events = await received.receivedBodies();

  expect(events.find(({ type }) => type === 'event.WIFI_JOINED')?.data['payload']).toEqual({
    ssid: 'School',
    password: '[secret]',
    networks: [{ PASSWORD: '[secret]', accessToken: '[secret]' }],
    tokens: 3,
  });
  const everything = events.map((each) => each.body).join('\n');
  const [code] = codes.body;
  expect(code).toMatchObject({ id: waiting?.id, code: expect.any(Number) as unknown });
  for (const secret of [
    'wifi-secret',
    accessToken,
    slot?.enrollmentToken,
    JSON.stringify(code).match(/\d{6}/)?.[0],
  ])
    expect(everything).not.toContain(secret);
});

test('a payload that is too large is omitted, and its event is sent', async () => {
  await using received = await listening(['event.LARGE']);
  const { id, token } = await received.headset();
  const event = {
    eventId: 'large',
    type: 'LARGE',
    timestamp: Date.now(),
    payload: { a: 'x'.repeat(20_000) },
  };

  await station.call(updateDevice, { params: { deviceId: id }, token, body: { events: [event] } });

  expect(await received.receivedBodies()).toMatchObject([
    { data: { eventId: 'large', payload: null, isPayloadOmitted: true } },
  ]);
});

test('another organisation’s webhook receives nothing of it', async () => {
  await using mine = await listening();
  await using theirs = await listening();

  await report(station, await mine.headset(), 'A');

  expect((await mine.receivedBodies()).map(({ type }) => type)).toContain('event.A');
  expect(await theirs.receivedBodies()).toEqual([]);
});

test('many simultaneous events are all sent, in order', async () => {
  await using received = await listening(['event.N']);
  const { id, token } = await received.headset();
  const events = Array.from({ length: 100 }, (_, index) => ({
    eventId: `n-${index}`,
    type: 'N',
    timestamp: Date.now(),
    payload: { index },
  }));

  await station.call(updateDevice, { params: { deviceId: id }, token, body: { events } });

  expect((await received.receivedBodies()).map(({ data }) => data['eventId'])).toEqual(
    events.map(({ eventId }) => eventId),
  );
});
