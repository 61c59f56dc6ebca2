import { expect, test } from 'vitest';

import { deleteDevice } from '../../../../shared/contract/devices/devices.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { changeEnterprise } from '../../../../shared/contract/operations/station.ts';
import { getActivity } from '../../../../shared/contract/statistics/statistics.ts';
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
const ask = async (headsets: readonly Headset[], body: object = {}) =>
  (await station.call(getActivity, { body: { deviceIds: headsets.map(({ id }) => id), ...body } })).body;
const report = ({ id, token }: Headset, events: readonly object[]) =>
  station.call(updateDevice, { params: { deviceId: id }, token, body: { events } });

let eventNumber = 0;
function event(type: string, payload: object | null, timestamp = clock.now()) {
  return { eventId: `e-${(eventNumber += 1)}`, type, timestamp, payload };
}
const video = (contentId: string, durationMs: number, timestamp = clock.now()) => [
  event('VIDEO_STARTED', { contentId, packageName: 'com.player' }, timestamp),
  event('VIDEO_STOPPED', { contentId, packageName: 'com.player', durationMs }, timestamp),
];
const app = (packageName: string, durationMs: number, timestamp = clock.now()) => [
  event('APP_STARTED', { packageName }, timestamp),
  event('APP_STOPPED', { packageName, durationMs }, timestamp),
];

test('starts are plays, the durations of stops are time; devices and contents are ranked by both', async () => {
  const [one, two, idle] = [await station.enrolled(), await station.enrolled(), await station.enrolled()];
  await report(one, [...video('v-1', 1_000), ...video('v-1', 2_000), ...app('com.a', 500)]);
  await report(two, [...video('v-2', 60_000), ...video('v-1', 4_000)]);
  await report(idle, [event('CHARGING_STARTED', { level: 1 })]);

  const body = await ask([one, two, idle]);

  expect(body).toMatchObject({
    totals: { plays: 5, durationMs: 67_500, devices: 3, activeDevices: 2 },
    topByPlays: [
      { deviceId: one.id, plays: 3, durationMs: 3_500, lastActivityAt: iso(clock.now()) },
      { deviceId: two.id, plays: 2, durationMs: 64_000 },
    ],
    topByDuration: [{ deviceId: two.id }, { deviceId: one.id }],
    contents: {
      total: 3,
      mostUsed: [
        { kind: 'video', contentId: 'v-1', packageName: null, plays: 3, durationMs: 7_000, devices: 2 },
        { kind: 'video', contentId: 'v-2', plays: 1, durationMs: 60_000, devices: 1 },
        { kind: 'app', contentId: null, packageName: 'com.a', plays: 1, durationMs: 500, devices: 1 },
      ],
      leastUsed: [{ packageName: 'com.a' }, { contentId: 'v-2' }, { contentId: 'v-1' }],
      longestUsed: [{ contentId: 'v-2' }, { contentId: 'v-1' }, { packageName: 'com.a' }],
      shortestUsed: [{ packageName: 'com.a' }, { contentId: 'v-1' }, { contentId: 'v-2' }],
    },
    neverUsed: [{ deviceId: idle.id, lastActivityAt: null }],
    inactive: [],
  });
  expect(body.days).toHaveLength(30);
  expect(body.days.at(-1)).toMatchObject({ plays: 5, durationMs: 67_500 });
});

test('lists of the most and the least used have the requested length', async () => {
  const headset = await station.enrolled();
  await report(headset, [...video('a', 1), ...video('b', 2), ...video('b', 2), ...video('c', 3)]);

  const { contents } = await ask([headset], { limit: 1 });

  expect(contents).toMatchObject({
    total: 3,
    mostUsed: [{ contentId: 'b' }],
    leastUsed: [{ contentId: 'a' }],
  });
  expect(contents.mostUsed).toHaveLength(1);
});

test('each event counts once, in whatever order and however often it is sent', async () => {
  const headset = await station.enrolled();
  const events = [...video('once', 1_000, clock.now() - 3 * DAY_MS), ...video('once', 500)];

  await report(headset, [...events].reverse());
  await ask([headset]);
  await report(headset, events);
  await report(headset, [events[0] ?? {}, ...video('once', 250)]);
  // Its id is known: its other fields do not count now.
  await report(headset, [{ ...events[0], payload: { contentId: 'other' } }]);

  expect(await ask([headset])).toMatchObject({
    totals: { plays: 3, durationMs: 1_750 },
    contents: { total: 1 },
  });
});

test('impossible durations are ignored, and more than a day counts as a day', async () => {
  const headset = await station.enrolled();
  const stop = (durationMs: unknown) => event('VIDEO_STOPPED', { contentId: 'odd', durationMs });

  await report(headset, [
    event('VIDEO_STARTED', { contentId: 'odd', durationMs: 5_000 }),
    ...[-1, 0, '900', null, {}, true, -1e308].map(stop),
    stop(undefined),
    stop(1e308),
    stop(DAY_MS + 1),
    stop(1.9),
  ]);

  expect((await ask([headset])).totals).toMatchObject({ plays: 1, durationMs: 2 * DAY_MS + 1 });
});

test('an app without a package name counts by its content, a video without a content by its package; one may have neither', async () => {
  const headset = await station.enrolled();
  await report(headset, [
    event('APP_STARTED', { contentId: 'app-1' }),
    event('VIDEO_STARTED', { packageName: 'com.player' }),
    event('VIDEO_STARTED', null),
    event('VIDEO_STARTED', { contentId: 7, packageName: '\ud800' }),
    event('APP_STARTED', { contentId: '__proto__', packageName: 'constructor' }),
  ]);

  const { contents } = await ask([headset]);

  const found = contents.mostUsed.map(
    ({ kind, contentId, packageName, plays }) => `${kind} ${contentId} ${packageName} ${plays}`,
  );
  expect(found[0]).toBe('video null null 2');
  expect(new Set(found.slice(1))).toEqual(
    new Set(['app app-1 null 1', 'video null com.player 1', 'app null constructor 1']),
  );
});

test('only use within the range counts, by quarter-hours, in the day of the zone', async () => {
  const headset = await station.enrolled();
  const midnightMs = Math.floor(clock.now() / DAY_MS - 3) * DAY_MS;
  await report(headset, [
    ...video('v', 1, midnightMs - 16 * MINUTE_MS),
    ...video('v', 10, midnightMs - MINUTE_MS),
    ...video('v', 100, midnightMs + MINUTE_MS),
    ...video('v', 1_000, midnightMs + 16 * MINUTE_MS),
  ]);
  const durationOf = async (fromMinute: number, toMinute: number) => {
    const startDate = iso(midnightMs + fromMinute * MINUTE_MS);
    const endDate = iso(midnightMs + toMinute * MINUTE_MS);
    return (await ask([headset], { startDate, endDate })).totals.durationMs;
  };
  const usedDays = async () => (await ask([headset])).days.filter(({ plays }) => plays > 0);

  expect(await durationOf(-15, 15)).toBe(110);
  expect(await durationOf(-1, 1)).toBe(110);
  expect(await durationOf(0, 30)).toBe(1_100);
  expect(await durationOf(-30, 0)).toBe(11);
  expect(await usedDays()).toMatchObject([{ durationMs: 11 }, { durationMs: 1_100 }]);
  await station.call(changeEnterprise, { body: { timeZone: 'Asia/Kathmandu' } });
  expect(await usedDays()).toMatchObject([{ date: iso(midnightMs).slice(0, 10), durationMs: 1_111 }]);
  await station.call(changeEnterprise, { body: { timeZone: 'UTC' } });
});

test('a device that was used before and not lately is inactive, the longest idle first; a deleted one is neither', async () => {
  const [old, older, busy, gone, slot] = [
    await station.enrolled(),
    await station.enrolled(),
    await station.enrolled(),
    await station.enrolled(),
    (await station.slots(1))[0],
  ];
  await report(old, video('v', 1, clock.now() - 8 * DAY_MS));
  await report(older, video('v', 1, clock.now() - 50 * DAY_MS));
  await report(busy, video('v', 1, clock.now() - 6 * DAY_MS));
  await station.call(deleteDevice, { params: { deviceId: gone.id } });
  const deviceIds = [busy.id, old.id, older.id, gone.id, slot?.id];

  const week = (await station.call(getActivity, { body: { deviceIds, inactiveDays: 7 } })).body;
  const month = (await station.call(getActivity, { body: { deviceIds } })).body;

  expect(week.inactive.map(({ deviceId }) => deviceId)).toEqual([older.id, old.id]);
  expect(week.inactive[1]?.lastActivityAt).toBe(iso(clock.now() - 8 * DAY_MS));
  expect(month.inactive.map(({ deviceId }) => deviceId)).toEqual([older.id]);
  expect(month.neverUsed).toEqual([]);
});

test('a deleted device’s usage still counts under its last identity', async () => {
  const headset = await station.enrolled();
  await report(headset, video('frozen', 1_000));
  await station.call(deleteDevice, { params: { deviceId: headset.id } });

  expect(await ask([headset])).toMatchObject({
    topByPlays: [{ deviceId: headset.id, label: 'A-01', isDeleted: true, plays: 1 }],
    neverUsed: [],
    inactive: [],
  });
});

test('usage survives a restart and counts once', async () => {
  const headset = await station.enrolled();
  await report(headset, video('kept', 1_000));

  await station.restart();
  await report(headset, video('kept', 1_000));

  expect((await ask([headset])).totals).toMatchObject({ plays: 2, durationMs: 2_000 });
});

test('a rejected heartbeat counts nothing', async () => {
  const headset = await station.enrolled();
  const events = video('refused', 1_000);

  const answer = await station.call(updateDevice, {
    params: { deviceId: headset.id },
    token: headset.token,
    body: { androidId: 'somebody-else', events },
  });

  expect(answer).toMatchObject(refused(409, 'CONFLICT'));
  expect((await ask([headset])).totals).toMatchObject({ plays: 0 });
});

test('a request without a body counts as an empty body; unknown and foreign ids are named', async () => {
  const headset = await station.enrolled();
  const other = await station.enterprise();

  const answer = await station.call(getActivity);
  const foreign = await station.call(getActivity, { body: { deviceIds: [headset.id] }, token: other.token });

  expect(answer).toMatchObject({ status: 200, body: { inactiveDays: 30, invalidIds: [] } });
  expect(answer.body.neverUsed.map(({ deviceId }) => deviceId)).toContain(headset.id);
  expect(foreign.body).toMatchObject({ totals: { devices: 0 }, invalidIds: [headset.id], neverUsed: [] });
});

test.each([
  [{ startDate: '2026-01-02T00:00:00Z', endDate: '2026-01-01T00:00:00Z' }, 'endDate'],
  [{ endDate: 'yesterday' }, 'endDate'],
  [{ inactiveDays: 0 }, 'inactiveDays'],
  [{ inactiveDays: 3_651 }, 'inactiveDays'],
  [{ inactiveDays: '30' }, 'inactiveDays'],
  [{ limit: 101 }, 'limit'],
  [{ deviceIds: null }, 'deviceIds'],
])('%j is refused with its path', async (body, path) => {
  expect(await station.call(getActivity, { body })).toMatchObject(refusedAt(path));
});
