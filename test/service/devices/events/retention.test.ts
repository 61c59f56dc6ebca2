import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { deleteOldEvents } from '../../../../main/service/devices/events/retention.ts';
import { openEventStore } from '../../../../main/service/devices/events/store.ts';
import { openStation } from '../../../../main/service/station.ts';
import { listEvents } from '../../../../shared/contract/devices/events.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { aStation, defaults, noHost } from '../../../support/a-station.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const DAY_MS = 86_400_000;

test('events are kept for 180 days and no longer shown after that', async () => {
  const clock = ManualClock.atNoon();
  await using station = await aStation({ clock });
  const { id, token } = await station.enrolled();
  const read = async () =>
    (await station.call(listEvents, { params: { deviceId: id }, query: { type: 'X' } })).body;
  const event = { eventId: 'old', type: 'X', timestamp: clock.now(), payload: {} };
  await station.call(updateDevice, { params: { deviceId: id }, token, body: { events: [event] } });

  clock.advance(180 * DAY_MS);
  expect(await read()).toMatchObject({ total: 1, items: [{ eventId: 'old' }] });
  clock.advance(DAY_MS);
  expect(await read()).toMatchObject({ total: 0, items: [] });
});

test('the retention job deletes expired events of every device, and nothing else', async () => {
  const clock = ManualClock.atNoon();
  const station = await aStation({ clock });
  await using _ = station;
  const one = await station.enrolled();
  const two = await station.enrolled();
  const now = clock.now();
  for (const { id, token } of [one, two]) {
    const old = Array.from({ length: 400 }, (__, index) => ({
      eventId: `old-${index}`,
      type: index % 2 === 0 ? 'X' : 'Y',
      timestamp: now - 170 * DAY_MS - index,
      payload: {},
    }));
    const recent = { eventId: 'new', type: 'X', timestamp: now, payload: {} };
    await station.call(updateDevice, {
      params: { deviceId: id },
      token,
      body: { events: [...old, recent] },
    });
  }
  await station.service.stop();
  clock.advance(11 * DAY_MS);

  const opened = await openStation({ ...defaults(station.folder), clock }, noHost);
  try {
    const events = openEventStore(opened.core.db);
    const slices = await deleteOldEvents(opened.core, events, new AbortController().signal);
    expect(slices).toBeGreaterThan(0);
    expect(await deleteOldEvents(opened.core, events, new AbortController().signal)).toBe(0);
  } finally {
    await opened.endStreams();
    await opened.http.close();
    await opened.close();
  }

  const db = new Database(join(station.folder, 'muster.db'), { readonly: true });
  const left = db.prepare('SELECT event_id FROM device_event WHERE type IN (?, ?)').pluck().all('X', 'Y');
  const counted = db
    .prepare('SELECT sum(count) FROM device_event_day WHERE type IN (?, ?)')
    .pluck()
    .get('X', 'Y');
  db.close();
  expect(left).toEqual(['new', 'new']);
  expect(counted).toBe(2);
  await station.restart();
  const { body } = await station.call(listEvents, {
    params: { deviceId: one.id },
    query: { type: 'X' },
  });
  expect(body).toMatchObject({ total: 1, items: [{ eventId: 'new' }] });
});

test('an event whose clock was wrong is kept for 180 days from when it was received', async () => {
  const clock = ManualClock.atNoon();
  await using station = await aStation({ clock });
  const { id, token } = await station.enrolled();
  const event = { eventId: 'in-1970', type: 'X', timestamp: 0, payload: {} };
  await station.call(updateDevice, { params: { deviceId: id }, token, body: { events: [event] } });

  clock.advance(179 * DAY_MS);

  const { body } = await station.call(listEvents, { params: { deviceId: id }, query: { type: 'X' } });
  expect(body).toMatchObject({ total: 1, items: [{ eventId: 'in-1970', clockSuspect: true }] });
});

test('an event id deleted by retention may be used again', async () => {
  const clock = ManualClock.atNoon();
  await using station = await aStation({ clock });
  const { id, token } = await station.enrolled();
  const send = (timestamp: number) =>
    station.call(updateDevice, {
      params: { deviceId: id },
      token,
      body: { events: [{ eventId: 'again', type: 'X', timestamp, payload: {} }] },
    });
  await send(clock.now());
  await station.service.stop();
  clock.advance(200 * DAY_MS);
  const opened = await openStation({ ...defaults(station.folder), clock }, noHost);
  await deleteOldEvents(opened.core, openEventStore(opened.core.db), new AbortController().signal);
  await opened.endStreams();
  await opened.http.close();
  await opened.close();
  await station.restart();

  await send(clock.now());

  const { body } = await station.call(listEvents, { params: { deviceId: id }, query: { type: 'X' } });
  expect(body).toMatchObject({ total: 1, items: [{ eventId: 'again' }] });
});
