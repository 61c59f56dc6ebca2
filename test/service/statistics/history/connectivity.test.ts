import { expect, test } from 'vitest';

import { deleteDevice } from '../../../../shared/contract/devices/devices.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { changeEnterprise, createSlots } from '../../../../shared/contract/operations/station.ts';
import { getConnectivity } from '../../../../shared/contract/statistics/statistics.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const clock = ManualClock.atNoon();
const station = await aSharedStation({ clock });
await station.call(changeEnterprise, { body: { timeZone: 'UTC' } });

type Headset = Awaited<ReturnType<typeof station.enrolled>>;

const iso = (epochMs: number) => new Date(epochMs).toISOString();
const ask = async (body: object, token = station.token) =>
  (await station.call(getConnectivity, { body, token })).body;
const queryOne = async ({ id }: Headset, body: object = {}) =>
  (await ask({ deviceIds: [id], ...body })).devices[0];
const beat = ({ id, token }: Headset, events: readonly object[] = []) =>
  station.call(updateDevice, { params: { deviceId: id }, token, body: { events } });
let eventNumber = 0;
const eventAt = (timestamp: number) => ({ eventId: `e-${(eventNumber += 1)}`, type: 'X', timestamp });

/** Sends heartbeats at these minutes from now, and leaves the clock at the last one. */
async function beatAt(headset: Headset, ...minutes: readonly number[]): Promise<void> {
  let last = 0;
  for (const minute of minutes) {
    clock.advance((minute - last) * MINUTE_MS);
    last = minute;
    await beat(headset);
  }
}

test('heartbeats at most the gap apart are one presence window, and a single one counts its minute', async () => {
  const headset = await station.enrolled();
  const startMs = clock.now();

  await beatAt(headset, 0, 20, 40, 61, 120);
  clock.advance(HOUR_MS);

  // 0 to 40 with its minute, 61, 120.
  expect(await queryOne(headset)).toMatchObject({
    uptimeMs: 43 * MINUTE_MS,
    windows: 3,
    firstSeenAt: iso(startMs),
    lastSeenAt: iso(startMs + 120 * MINUTE_MS),
  });
  expect(await queryOne(headset, { maxGapMinutes: 21 })).toMatchObject({
    uptimeMs: 63 * MINUTE_MS,
    windows: 2,
  });
  expect(await queryOne(headset, { maxGapMinutes: 1 })).toMatchObject({
    uptimeMs: 5 * MINUTE_MS,
    windows: 5,
  });
  expect(await queryOne(headset, { maxGapMinutes: 1_440 })).toMatchObject({
    uptimeMs: 121 * MINUTE_MS,
    windows: 1,
  });
});

test('events uploaded after three weeks offline count where they belong, in any order, and each once', async () => {
  const headset = await station.enrolled();
  const thenMs = Math.floor((clock.now() - 21 * DAY_MS) / DAY_MS) * DAY_MS + 10 * HOUR_MS;
  const history = [30, 0, 15, 45].map((minute) => eventAt(thenMs + minute * MINUTE_MS));

  await beat(headset, history);
  await beat(headset, [...history].reverse());
  // The same event with another time is still the same event.
  await beat(headset, [{ ...history[0], timestamp: thenMs + 5 * HOUR_MS }]);
  clock.advance(MINUTE_MS);

  const body = await ask({ deviceIds: [headset.id] });
  const day = body.buckets.findIndex(({ date }) => date === iso(thenMs).slice(0, 10));
  expect(body.devices[0]?.uptimeMsPerBucket[day]).toBe(46 * MINUTE_MS);
  expect(body.devices[0]).toMatchObject({ uptimeMs: 47 * MINUTE_MS, windows: 2, firstSeenAt: iso(thenMs) });
});

test('an event from a clock that runs ahead counts when it was received', async () => {
  const headset = await station.enrolled();

  await beat(headset, [eventAt(clock.now() + 3 * HOUR_MS)]);
  clock.advance(DAY_MS);

  expect(await queryOne(headset)).toMatchObject({ uptimeMs: MINUTE_MS, windows: 1 });
});

test('without dates the range is the last thirty days; each bucket and device has its share', async () => {
  const headset = await station.enrolled();
  await beatAt(headset, 0, 15, 29);
  clock.advance(MINUTE_MS);

  const body = await ask({ deviceIds: [headset.id] });

  expect(body).toMatchObject({ granularity: 'day', maxGapMinutes: 20, timeZone: 'UTC', invalidIds: [] });
  expect(body.buckets).toHaveLength(30);
  expect(body.endDate).toBe(iso((Math.floor(clock.now() / MINUTE_MS) + 1) * MINUTE_MS));
  expect(body.buckets.at(-1)).toMatchObject({
    uptimeMs: 30 * MINUTE_MS,
    activeDevices: 1,
    end: body.endDate,
  });
  for (const [index, { start, end, durationMs, uptimeMs, uptimeShare }] of body.buckets.entries()) {
    expect(Date.parse(end) - Date.parse(start)).toBe(durationMs);
    expect(uptimeShare).toBeCloseTo(uptimeMs / durationMs, 3);
    expect(body.devices[0]?.uptimeMsPerBucket[index]).toBe(uptimeMs);
    expect(start).toBe(body.buckets[index - 1]?.end ?? body.startDate);
  }
  expect(body.totals).toMatchObject({ devices: 1, activeDevices: 1, uptimeMs: 30 * MINUTE_MS });
});

test('both ends cut the windows that cross them, and two ranges add up', async () => {
  const headset = await station.enrolled();
  const startMs = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS;
  await beatAt(headset, 0, 20, 40, 60);
  clock.advance(MINUTE_MS);
  const middle = iso(startMs + 33 * MINUTE_MS);

  const before = await queryOne(headset, { startDate: iso(startMs), endDate: middle });
  const after = await queryOne(headset, { startDate: middle, endDate: iso(startMs + 61 * MINUTE_MS) });

  expect(before).toMatchObject({
    uptimeMs: 33 * MINUTE_MS,
    lastSeenAt: iso(startMs + 20 * MINUTE_MS),
    windows: 1,
  });
  expect(after).toMatchObject({
    uptimeMs: 28 * MINUTE_MS,
    firstSeenAt: iso(startMs + 40 * MINUTE_MS),
    windows: 1,
  });
});

test('the days are those of the organisation’s zone, and a change of the zone applies to old days too', async () => {
  const { token } = await station.enterprise();
  const made = await station.call(createSlots, { body: { count: 1, labelPrefix: 'Z-' }, token });
  const deviceId = made.body.items[0]?.id ?? '';
  const midnightMs = Math.floor((clock.now() - 3 * DAY_MS) / DAY_MS) * DAY_MS;
  const minutes = [-30, -15, 0, 15, 29];
  await station.call(updateDevice, {
    params: { deviceId },
    token,
    body: { events: minutes.map((minute) => eventAt(midnightMs + minute * MINUTE_MS)) },
  });
  const uptimes = async (timeZone: string) => {
    await station.call(changeEnterprise, { body: { timeZone }, token });
    const body = await ask({ deviceIds: [deviceId] }, token);
    expect(body.timeZone).toBe(timeZone);
    const full = body.devices[0]?.uptimeMsPerBucket.slice(0, -1) ?? [];
    return full.filter((each) => each > 0).map((each) => each / MINUTE_MS);
  };

  expect(await uptimes('UTC')).toEqual([30, 30]);
  expect(await uptimes('Asia/Kathmandu')).toEqual([60]);
  expect(await uptimes('Etc/GMT-1')).toEqual([60]);
  expect(await uptimes('UTC')).toEqual([30, 30]);
});

test('a deleted device still counts under its last identity, by default and on request', async () => {
  const headset = await station.enrolled();
  await beatAt(headset, 0, 10);
  clock.advance(MINUTE_MS);
  await station.call(deleteDevice, { params: { deviceId: headset.id } });

  const expected = { deviceId: headset.id, label: 'A-01', isDeleted: true, uptimeMs: 11 * MINUTE_MS };
  expect(await queryOne(headset)).toMatchObject(expected);
  const all = await ask({});
  expect(all.devices.find(({ deviceId }) => deviceId === headset.id)).toMatchObject(expected);
});

test('an archived device counts, an empty slot only on request', async () => {
  const old = await station.enrolled('replaced');
  await station.enrolled('replaced');
  const [slot] = await station.slots(1);
  const ids = (await ask({})).devices.map(({ deviceId }) => deviceId);

  expect(ids).toContain(old.id);
  expect(ids).not.toContain(slot?.id);
  expect((await ask({ deviceIds: [slot?.id] })).devices).toMatchObject([{ uptimeMs: 0, firstSeenAt: null }]);
});

test('devices are returned in the requested order, each once; unknown and foreign ids are named', async () => {
  const [one, two] = [await station.enrolled(), await station.enrolled()];
  const other = await station.enterprise();
  const body = await ask({ deviceIds: [two.id, 'nobody', one.id, two.id, '../../etc'] });

  expect(body.devices.map(({ deviceId }) => deviceId)).toEqual([two.id, one.id]);
  expect(body.invalidIds).toEqual(['nobody', '../../etc']);
  expect(await ask({ deviceIds: [one.id] }, other.token)).toMatchObject({
    devices: [],
    invalidIds: [one.id],
  });
  expect((await ask({}, other.token)).devices).toEqual([]);
  const opened = await station.issue({ enterpriseId: other.id, fleetAccess: [station.enterpriseId] });
  expect((await ask({ deviceIds: [one.id] }, opened)).devices).toHaveLength(1);
  expect(await ask({ deviceIds: [] })).toMatchObject({ devices: [], totals: { devices: 0, uptimeShare: 0 } });
});

test('weeks begin on Monday, months on the first, cut by the range', async () => {
  const today = new Date(clock.now());
  const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 2, 10);
  const span = { deviceIds: [], startDate: iso(first), endDate: iso(first + 40 * DAY_MS) };

  const weeks = await ask({ ...span, granularity: 'week' });
  const months = await ask({ ...span, granularity: 'month' });

  for (const { date } of weeks.buckets) expect(new Date(date).getUTCDay()).toBe(1);
  expect(weeks.buckets.length).toBeGreaterThanOrEqual(6);
  expect(weeks.buckets.length).toBeLessThanOrEqual(7);
  expect(months.buckets).toHaveLength(2);
  for (const { date } of months.buckets) expect(date).toMatch(/-01$/);
  expect(months.buckets[0]?.start).toBe(iso(first));
  expect(months.buckets.at(-1)?.end).toBe(span.endDate);
});

test('no body is an empty one', async () => {
  const answer = await station.call(getConnectivity);

  expect(answer).toMatchObject({ status: 200, body: { granularity: 'day', maxGapMinutes: 20 } });
});

test('times before the history and in the future are cut off', async () => {
  const body = await ask({
    deviceIds: [],
    startDate: '0001-01-01T00:00:00Z',
    endDate: '9999-12-31T23:59:59Z',
  });

  expect(body.buckets.length).toBeGreaterThanOrEqual(180);
  expect(body.buckets.length).toBeLessThanOrEqual(182);
  expect(Date.parse(body.endDate)).toBeLessThanOrEqual(clock.now() + MINUTE_MS);
  const ancient = { deviceIds: [], startDate: '0001-01-01T00:00:00Z', endDate: '0001-02-01T00:00:00Z' };
  expect((await ask(ancient)).buckets).toEqual([]);
  expect((await ask({ deviceIds: [], endDate: '0001-02-01T00:00:00Z' })).buckets).toEqual([]);
});

test.each([
  [{ startDate: '2026-01-02T00:00:00Z', endDate: '2026-01-01T00:00:00Z' }, 'endDate'],
  [{ startDate: '9998-01-01T00:00:00Z' }, 'startDate'],
  [{ startDate: '2026-01-01' }, 'startDate'],
  [{ endDate: '2026-01-01T00:00:00' }, 'endDate'],
  [{ granularity: 'hour' }, 'granularity'],
  [{ maxGapMinutes: 0 }, 'maxGapMinutes'],
  [{ maxGapMinutes: 1_441 }, 'maxGapMinutes'],
  [{ maxGapMinutes: 2.5 }, 'maxGapMinutes'],
  [{ deviceIds: 'all' }, 'deviceIds'],
  [{ deviceIds: [7] }, 'deviceIds.0'],
])('%j is refused with its path', async (body, path) => {
  expect(await station.call(getConnectivity, { body })).toMatchObject(refusedAt(path));
});

test('statistics need a token of the organisation', async () => {
  const { token } = await station.enrolled();

  expect(await station.call(getConnectivity, { token })).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await station.call(getConnectivity, { token: null })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
});

test('presence survives a restart', async () => {
  const headset = await station.enrolled();
  await beatAt(headset, 0, 10);
  clock.advance(MINUTE_MS);

  await station.restart();

  expect(await queryOne(headset)).toMatchObject({ uptimeMs: 11 * MINUTE_MS, windows: 1 });
});
