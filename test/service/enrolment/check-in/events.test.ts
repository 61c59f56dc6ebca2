import { expect, test } from 'vitest';

import { getDevice, patchDevice } from '../../../../shared/contract/devices/devices.ts';
import { listEvents } from '../../../../shared/contract/devices/events.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const DAY_MS = 86_400_000;
const clock = ManualClock.atNoon();
const station = await aSharedStation({ clock });

async function aHeadset() {
  const { id, token } = await station.enrolled();
  const params = { deviceId: id };
  return {
    id,
    beat: (body: unknown) => station.call(updateDevice, { params, token, body }),
    patch: (body: unknown) => station.call(patchDevice, { params, body }),
    read: async () => (await station.call(getDevice, { params })).body,
    /** Its own events, without those that the station records. */
    events: async (query: Record<string, string> = { limit: '100' }) =>
      (await station.call(listEvents, { params, query })).body.items.filter(
        ({ type }) => !type.startsWith('DEVICE_'),
      ),
  };
}

function anEvent(eventId: string, timestamp = clock.now() - 1_000) {
  return { eventId, type: 'APP_STARTED', timestamp, payload: { packageName: 'com.example.app' } };
}

test('an event is acknowledged and is in the history as it was sent', async () => {
  const headset = await aHeadset();
  const event = anEvent('e-1');

  const { body } = await headset.beat({ events: [event] });

  expect(body.acknowledged).toEqual(['e-1']);
  expect(await headset.events()).toEqual([{ ...event, receivedAt: new Date(clock.now()).toISOString() }]);
});

test('a repeated event is acknowledged again and stored once, in its first form', async () => {
  const headset = await aHeadset();
  await headset.beat({ events: [anEvent('e-1')] });
  const before = await headset.events();
  clock.advance(5_000);

  const { body } = await headset.beat({
    events: [{ ...anEvent('e-1'), type: 'CHANGED', payload: { other: 1 } }, anEvent('e-2')],
  });

  expect(body.acknowledged).toEqual(['e-1', 'e-2']);
  const after = await headset.events();
  expect(after.filter(({ eventId }) => eventId === 'e-1')).toEqual(before);
  expect(after).toHaveLength(2);
});

test('the same event twice in one heartbeat is stored once', async () => {
  const headset = await aHeadset();

  const { body } = await headset.beat({ events: [anEvent('e-1'), anEvent('e-1')] });

  expect(new Set(body.acknowledged)).toEqual(new Set(['e-1']));
  expect(await headset.events()).toHaveLength(1);
});

test('two headsets may use the same event id', async () => {
  const one = await aHeadset();
  const two = await aHeadset();

  await one.beat({ events: [anEvent('e-1')] });
  await two.beat({ events: [anEvent('e-1')] });

  expect(await one.events()).toHaveLength(1);
  expect(await two.events()).toHaveLength(1);
});

test('the same event in ten simultaneous heartbeats is acknowledged ten times and stored once', async () => {
  const headset = await aHeadset();

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => headset.beat({ events: [anEvent('e-1')] })),
  );

  expect(answers.map(({ body }) => body.acknowledged)).toEqual(Array.from({ length: 10 }, () => ['e-1']));
  expect(await headset.events()).toHaveLength(1);
});

test('an event with a bad field is rejected alone with the reason; the rest of the heartbeat is applied', async () => {
  const headset = await aHeadset();
  const bad = [
    { ...anEvent('no-type'), type: undefined },
    { ...anEvent('text-time'), timestamp: 'yesterday' },
    { ...anEvent('list-payload'), payload: [1] },
    { ...anEvent('x'), eventId: 7 },
    { ...anEvent('x'), eventId: '' },
    'not an object',
    null,
  ];

  const { status, body } = await headset.beat({
    osVersion: '15',
    events: [anEvent('good-1'), ...bad, anEvent('good-2')],
  });

  expect(status).toBe(200);
  expect(body.acknowledged).toEqual(['good-1', 'good-2']);
  expect(body.rejected).toHaveLength(bad.length);
  expect(body.rejected.map(({ eventId }) => eventId)).toEqual([
    'no-type',
    'text-time',
    'list-payload',
    null,
    '',
    null,
    null,
  ]);
  expect(body.rejected[1]?.reason).toContain('timestamp');
  expect(await headset.events()).toHaveLength(2);
  expect((await headset.read()).osVersion).toBe('15');
});

test('five hundred events in one heartbeat are stored and acknowledged', async () => {
  const headset = await aHeadset();
  const events = Array.from({ length: 500 }, (_, index) => anEvent(`e-${index}`));

  const { status, body } = await headset.beat({ events });

  expect(status).toBe(200);
  expect(body.acknowledged).toEqual(events.map(({ eventId }) => eventId));
  const page = await station.call(listEvents, {
    params: { deviceId: headset.id },
    query: { type: 'APP_STARTED' },
  });
  expect(page.body.total).toBe(500);
});

test('over five hundred events the heartbeat is too large and nothing of it is applied', async () => {
  const headset = await aHeadset();
  await headset.patch({ label: null });
  const events = Array.from({ length: 501 }, (_, index) => anEvent(`e-${index}`));

  const answer = await headset.beat({ label: 'never', osVersion: 'never', worn: true, events });

  expect(answer).toMatchObject(refused(413, 'BATCH_TOO_LARGE'));
  expect(await headset.events()).toEqual([]);
  expect(await headset.read()).toMatchObject({
    label: null,
    osVersion: null,
    worn: null,
    lastHeartbeatAt: null,
  });
});

test('an event more than 24 h ahead is marked and placed at the time of receipt', async () => {
  const headset = await aHeadset();
  const now = clock.now();

  await headset.beat({
    events: [
      anEvent('far-ahead', now + DAY_MS + 1),
      anEvent('just-ahead', now + DAY_MS),
      anEvent('right', now - 1),
    ],
  });

  const events = await headset.events();
  expect(events.map(({ eventId }) => eventId)).toEqual(['just-ahead', 'far-ahead', 'right']);
  expect(events[0]).not.toHaveProperty('clockSuspect');
  expect(events[1]).toMatchObject({ clockSuspect: true, timestamp: now + DAY_MS + 1 });
  expect(events[2]).not.toHaveProperty('clockSuspect');
});

test('an event more than 180 days behind is marked, stored as sent and placed at the time of receipt', async () => {
  const headset = await aHeadset();
  const now = clock.now();

  await headset.beat({
    events: [
      anEvent('in-1970', 0),
      anEvent('before-1970', -1.5),
      anEvent('too-old', now - 180 * DAY_MS - 1),
      anEvent('just-old', now - 180 * DAY_MS),
    ],
  });

  const events = await headset.events();
  expect(events.map(({ eventId }) => eventId)).toEqual(['too-old', 'before-1970', 'in-1970', 'just-old']);
  expect(events.map((event) => event.clockSuspect)).toEqual([true, true, true, undefined]);
  expect(events.map(({ timestamp }) => timestamp)).toEqual([
    now - 180 * DAY_MS - 1,
    -1.5,
    0,
    now - 180 * DAY_MS,
  ]);
});

test('events come newest first by their own time, whatever the order in which they were sent', async () => {
  const headset = await aHeadset();
  const now = clock.now();
  await headset.beat({ events: [anEvent('b', now - 2_000), anEvent('d', now - 400_000_000)] });
  await headset.beat({ events: [anEvent('c', now - 3_000), anEvent('a', now - 1_000)] });

  const events = await headset.events();

  expect(events.map(({ eventId }) => eventId)).toEqual(['a', 'b', 'c', 'd']);
});

test('simultaneous events are in the reverse of the order in which they were sent', async () => {
  const headset = await aHeadset();
  const now = clock.now();
  await headset.beat({ events: [anEvent('first', now), anEvent('second', now)] });
  await headset.beat({ events: [anEvent('third', now)] });

  const events = await headset.events();

  expect(events.map(({ eventId }) => eventId)).toEqual(['third', 'second', 'first']);
});

test('a payload is stored unchanged, unusual text included, and may be absent', async () => {
  const headset = await aHeadset();
  const payload = { text: 'lone \ud800, NUL \0, quote "', list: [null, { a: [] }], huge: 1e300 };

  await headset.beat({
    events: [
      { ...anEvent('odd', clock.now()), payload },
      { ...anEvent('none', clock.now() - 1), payload: undefined },
    ],
  });

  const events = await headset.events();
  expect(events[0]?.payload).toEqual(payload);
  expect(events[1]?.payload).toBeNull();
});

test('a payload nested too deep is rejected alone', async () => {
  const headset = await aHeadset();
  const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
  const events = `[{"eventId":"deep","type":"X","timestamp":0,"payload":${deep}},${JSON.stringify(anEvent('good'))}]`;

  const { status, body } = await headset.beat(`{"events":${events}}`);

  expect(status).toBe(200);
  expect(body).toMatchObject({ acknowledged: ['good'], rejected: [{ eventId: 'deep' }] });
});

test('acknowledged events survive a restart', async () => {
  const headset = await aHeadset();
  await headset.beat({ events: [anEvent('kept')] });

  await station.restart();

  expect(await headset.events()).toMatchObject([{ eventId: 'kept' }]);
});

test('an event with a key that targets a prototype is rejected alone, and the report is applied', async () => {
  const headset = await aHeadset();
  const events = [
    JSON.stringify(anEvent('good-1')),
    '{"eventId":"bad-1","type":"X","timestamp":1,"payload":{"__proto__":{"a":1}}}',
    '{"eventId":"bad-2","type":"X","timestamp":1,"payload":{"deep":[{"constructor":{"prototype":{}}}]}}',
    String.raw`{"eventId":"bad-3","type":"X","timestamp":1,"payload":{"\u005f_proto__":1}}`,
    '{"eventId":"good-2","type":"X","timestamp":1,"payload":{"constructor":"Ada"}}',
  ];

  const { status, body } = await headset.beat(`{"worn":true,"events":[${events.join(',')}]}`);

  expect(status).toBe(200);
  expect(body.acknowledged).toEqual(['good-1', 'good-2']);
  expect(body.rejected.map(({ eventId }) => eventId)).toEqual(['bad-1', 'bad-2', 'bad-3']);
  expect(body.rejected[0]?.reason).toContain('__proto__');
});

test('an event with a payload of more than 64 KiB is rejected, and the others are kept', async () => {
  const headset = await aHeadset();
  const withText = (eventId: string, length: number) => ({
    ...anEvent(eventId),
    payload: { t: 'x'.repeat(length) },
  });
  const frame = JSON.stringify({ t: '' }).length;

  const { status, body } = await headset.beat({
    events: [withText('too-much', 65_537 - frame), withText('most', 65_536 - frame)],
  });

  expect(status).toBe(200);
  expect(body.acknowledged).toEqual(['most']);
  expect(body.rejected.map(({ eventId }) => eventId)).toEqual(['too-much']);
  expect(body.rejected[0]?.reason).toContain('payload');
  expect((await headset.events()).map(({ eventId }) => eventId)).toEqual(['most']);
});
