import { expect, test } from 'vitest';

import { deleteDevice, getDevice } from '../../../../shared/contract/devices/devices.ts';
import { listEvents } from '../../../../shared/contract/devices/events.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { listWith } from '../../../support/any-value.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const HOUR_MS = 3_600_000;
const clock = ManualClock.atNoon();
const station = await aSharedStation({ clock });
const headset = await station.enrolled();
const now = clock.now();
/** 1,000 events over about 28 days, newest first. */
const history = Array.from({ length: 1_000 }, (_, index) => ({
  eventId: `e-${index}`,
  type: index % 4 === 0 ? 'VIDEO_STARTED' : 'APP_STARTED',
  timestamp: now - (index + 1) * 0.68 * HOUR_MS,
  payload: { index },
}));

type Query = Readonly<Record<string, string>>;

const read = (query: Query = {}, deviceId = headset.id) =>
  station.call(listEvents, { params: { deviceId }, query });

const at = (index: number): string => new Date(history[index]?.timestamp ?? 0).toISOString();

for (const half of [history.slice(500), history.slice(0, 500)]) {
  await station.call(updateDevice, {
    params: { deviceId: headset.id },
    token: headset.token,
    body: { events: half },
  });
}

test('the first page has 50 events, newest first, and the total of all', async () => {
  const { status, body } = await read({ type: 'APP_STARTED' });

  expect(status).toBe(200);
  const expected = history.filter(({ type }) => type === 'APP_STARTED');
  expect(body).toMatchObject({ page: 1, limit: 50, total: 750 });
  expect(body.items.map(({ eventId }) => eventId)).toEqual(
    expected.slice(0, 50).map(({ eventId }) => eventId),
  );
});

test('every page is the slice that it names, also distant ones and those across days', async () => {
  const expected = history.filter(({ type }) => type === 'VIDEO_STARTED');

  for (const [page, limit] of [
    [1, 1],
    [2, 100],
    [3, 100],
    [250, 1],
    [36, 7],
    [37, 7],
    [999_999_999, 100],
  ] as const) {
    const { body } = await read({ type: 'VIDEO_STARTED', page: String(page), limit: String(limit) });
    expect(body.total).toBe(250);
    expect(body.items.map(({ eventId }) => eventId)).toEqual(
      expected.slice((page - 1) * limit, page * limit).map(({ eventId }) => eventId),
    );
  }
});

test('several types are returned together, in order of time, and counted together', async () => {
  const { body } = await read({ types: 'VIDEO_STARTED,APP_STARTED', limit: '5' });
  const none = await read({ types: 'NEVER,VIDEO_STARTED', page: '3', limit: '100' });

  expect(body.total).toBe(1_000);
  expect(body.items.map(({ eventId }) => eventId)).toEqual(['e-0', 'e-1', 'e-2', 'e-3', 'e-4']);
  expect(none.body).toMatchObject({ total: 250, items: { length: 50 } });
  expect((await read({ type: 'VIDEO_STARTED', types: 'APP_STARTED' })).body.total).toBe(250);
});

test('from and to are both inclusive', async () => {
  const { body } = await read({ from: at(20), to: at(10), limit: '100' });

  expect(body.total).toBe(11);
  expect(body.items.map(({ eventId }) => eventId)).toEqual(
    history.slice(10, 21).map(({ eventId }) => eventId),
  );
});

test('from alone and to alone leave the other end open', async () => {
  const from = await read({ from: at(5), type: 'APP_STARTED' });
  const to = await read({ to: at(900), type: 'APP_STARTED' });

  expect(from.body.total).toBe(history.slice(0, 6).filter(({ type }) => type === 'APP_STARTED').length);
  expect(to.body.total).toBe(history.slice(900).filter(({ type }) => type === 'APP_STARTED').length);
});

test('filters and pages together return the slice of the filtered whole', async () => {
  const query = { from: at(700), to: at(100), type: 'VIDEO_STARTED', page: '4', limit: '30' };

  const { body } = await read(query);

  const expected = history.slice(100, 701).filter(({ type }) => type === 'VIDEO_STARTED');
  expect(body.total).toBe(expected.length);
  expect(body.items.map(({ eventId }) => eventId)).toEqual(
    expected.slice(90, 120).map(({ eventId }) => eventId),
  );
});

test('an instant with an offset is the same as in UTC', async () => {
  const shifted = `${new Date((history[20]?.timestamp ?? 0) + 2 * HOUR_MS).toISOString().slice(0, -1)}+02:00`;

  const { body } = await read({ from: shifted, to: at(10) });

  expect(body.total).toBe(11);
});

test('a type is matched exactly', async () => {
  for (const type of ['app_started', 'APP_', 'APP_STARTED ', '%', 'NOTHING']) {
    expect((await read({ type })).body).toMatchObject({ total: 0, items: [] });
  }
});

test('a range that ends before it begins is empty', async () => {
  expect((await read({ from: at(1), to: at(5) })).body).toMatchObject({ total: 0, items: [] });
});

test.each([
  ['page', '0'],
  ['page', '-1'],
  ['page', '1.5'],
  ['page', 'x'],
  ['page', '1e3'],
  ['page', ''],
  ['limit', '0'],
  ['limit', '101'],
  ['from', 'yesterday'],
  ['from', '2026-01-01'],
  ['to', '2026-01-01T00:00:00'],
  ['to', ''],
  ['type', ''],
])('%s=%s is refused with its path', async (name, value) => {
  expect(await read({ [name]: value })).toMatchObject(refusedAt(`query.${name}`));
});

test('a device token reads its own history', async () => {
  const answer = await station.call(listEvents, {
    params: { deviceId: headset.id },
    token: headset.token,
  });

  expect(answer.status).toBe(200);
});

test('the history of an unknown device, or of one of another organisation, is not found', async () => {
  const other = await station.enterprise();

  const unknown = await read({}, 'nobody');
  const malformed = await read({}, 'no such id');
  const foreign = await station.call(listEvents, {
    params: { deviceId: headset.id },
    token: other.token,
  });

  for (const answer of [unknown, malformed, foreign]) {
    expect(answer).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  }
});

test('the history is still readable after the device was deleted, by its own organisation only', async () => {
  const { id, token } = await station.enrolled();
  const other = await station.enterprise();
  await station.call(updateDevice, {
    params: { deviceId: id },
    token,
    body: { events: [{ eventId: 'e', type: 'X', timestamp: clock.now() - 1, payload: {} }] },
  });

  await station.call(deleteDevice, { params: { deviceId: id } });

  expect((await station.call(getDevice, { params: { deviceId: id } })).status).toBe(404);
  const events = await read({}, id);
  expect(events.body.items.map(({ type }) => type)).toEqual(
    listWith('DEVICE_DELETED', 'X', 'DEVICE_ENROLLED'),
  );
  expect(events.body.total).toBe(3);
  const foreign = await station.call(listEvents, { params: { deviceId: id }, token: other.token });
  expect(foreign.status).toBe(404);
});
