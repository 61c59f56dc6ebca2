import Database from 'better-sqlite3';
import { cpSync, fdatasync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';

import { openStation } from '../../../../main/service/station.ts';
import { deleteOldEvents } from '../../../../main/service/devices/events/retention.ts';
import { openEventStore } from '../../../../main/service/devices/events/store.ts';
import { RollUps } from '../../../../main/service/statistics/roll-ups/roll-ups.ts';
import { LogFlush } from '../../../../main/service/kernel/store/log/log-flush.ts';
import { openStore } from '../../../../main/service/kernel/data-folder/open-store.ts';
import { StoreThread } from '../../../../main/service/kernel/store/store-thread.ts';
import { Writer } from '../../../../main/service/kernel/store/writer.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { getActivity, getConnectivity } from '../../../../shared/contract/statistics/statistics.ts';
import { aStation, defaults, noHost } from '../../../support/a-station.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { aFolder } from '../../../support/temp-folder.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const video = (name: string, timestamp: number) => [
  { eventId: `${name}-start`, type: 'VIDEO_STARTED', timestamp, payload: { contentId: 'v' } },
  { eventId: `${name}-stop`, type: 'VIDEO_STOPPED', timestamp, payload: { contentId: 'v', durationMs: 100 } },
];

test('roll-ups lost in a power cut are counted from the events at the next start, and once', async () => {
  const clock = ManualClock.atNoon();
  using folder = aFolder();
  const copy = join(folder.path, 'copy');
  let id = '';
  {
    await using station = await aStation({ clock });
    const headset = await station.enrolled();
    ({ id } = headset);
    const report = (name: string) =>
      station.call(updateDevice, {
        params: { deviceId: id },
        token: headset.token,
        body: { events: video(name, clock.now()) },
      });
    await report('written');
    await station.call(getActivity);
    await report('in-memory');
    // The files at this moment: what a power cut would leave.
    cpSync(station.folder, copy, { recursive: true, filter: (path) => !path.endsWith('.lock') });
  }
  const opened = await openStation({ ...defaults(copy), clock }, noHost);
  const headers = { authorization: `Bearer ${opened.readyToken}`, host: '127.0.0.1' };
  const totals = async () => {
    const payload = { deviceIds: [id] };
    const answer = await opened.http.inject({
      method: 'POST',
      url: '/devices/stats/activity',
      headers,
      payload,
    });
    return answer.json<{ totals: object }>().totals;
  };
  try {
    expect(await totals()).toMatchObject({ plays: 2, durationMs: 200 });
    expect(await totals()).toMatchObject({ plays: 2, durationMs: 200 });
  } finally {
    await opened.endStreams();
    await opened.http.close();
    await opened.close();
  }
});

test('events that the roll-ups missed are counted at the next start', async () => {
  const clock = ManualClock.atNoon();
  await using station = await aStation({ clock });
  const { id, token } = await station.enrolled();
  const events = Array.from({ length: 400 }, (_, index) =>
    video(`old-${index}`, clock.now() - index * MINUTE_MS),
  );
  for (const half of [events.slice(0, 200), events.slice(200)])
    await station.call(updateDevice, { params: { deviceId: id }, token, body: { events: half.flat() } });
  await station.service.stop();
  const db = new Database(join(station.folder, 'muster.db'));
  db.exec(`DELETE FROM device_presence; DELETE FROM device_activity; DELETE FROM device_activity_day;
    DELETE FROM activity_subject; UPDATE activity_counted SET counted_to_event = 0`);
  db.close();
  await station.restart();

  const activity = (await station.call(getActivity, { body: { deviceIds: [id] } })).body;
  const connectivity = (await station.call(getConnectivity, { body: { deviceIds: [id] } })).body;

  expect(activity.totals).toMatchObject({ plays: 400, durationMs: 40_000 });
  expect(connectivity.devices[0]).toMatchObject({ uptimeMs: 400 * MINUTE_MS, windows: 1 });
});

test('roll-ups expire with the history that they sum up, and nothing younger does', async () => {
  const clock = ManualClock.atNoon();
  const station = await aStation({ clock });
  await using _ = station;
  const { id, token } = await station.enrolled();
  const events = [170, 100, 1].flatMap((days) => video(`d-${days}`, clock.now() - days * DAY_MS));
  await station.call(updateDevice, { params: { deviceId: id }, token, body: { events } });
  await station.service.stop();
  // A block of presence has 16 days and is deleted as a whole.
  clock.advance((11 + 16) * DAY_MS);

  const opened = await openStation({ ...defaults(station.folder), clock }, noHost);
  try {
    const rollUps = new RollUps(opened.core);
    await deleteOldEvents(opened.core, rollUps, new AbortController().signal);
    const days = opened.core.db.prepare('SELECT count(*) FROM device_activity_day').pluck().get();
    const oldest = opened.core.db.prepare('SELECT min(block) FROM device_presence').pluck().get();
    expect(days).toBe(2);
    expect(oldest).toBeGreaterThanOrEqual(Math.floor((clock.now() / DAY_MS - 197) / 16));
    expect(await deleteOldEvents(opened.core, rollUps, new AbortController().signal)).toBe(0);
  } finally {
    await opened.endStreams();
    await opened.http.close();
    await opened.close();
  }
  await station.restart();
  const { body } = await station.call(getActivity, {
    body: { deviceIds: [id], startDate: '2000-01-01T00:00:00Z', inactiveDays: 27 },
  });
  expect(body.totals).toMatchObject({ plays: 2 });
  expect(body.inactive).toHaveLength(1);
});

test('usage that is committed and not flushed yet does not count as rolled up', async () => {
  using folder = aFolder();
  const db = openStore(folder.path);
  const held: (() => void)[] = [];
  let isHolding = false;
  const log = new LogFlush(db, (file, done) => {
    if (isHolding) held.push(() => fdatasync(file, done));
    else fdatasync(file, done);
  });
  const writer = new Writer(db, new StoreThread(db), log);
  const core = { db, writer, log: pino({ enabled: false }) };
  const events = openEventStore(db);
  const rollUps = new RollUps(core);
  const receivedAtMs = 400 * DAY_MS;
  const record = (deviceKey: number) =>
    writer.run((afterCommit) => {
      const type = 'VIDEO_STARTED';
      const event = { eventId: 'a', type, timestampMs: receivedAtMs, orderMs: receivedAtMs };
      const stored = events.add(
        deviceKey,
        [{ ...event, isClockSuspect: false, payload: '{"contentId":"v"}' }],
        receivedAtMs,
      );
      const play = { subjectKind: 'video content', subjectName: 'v', plays: 1, durationMs: 0 } as const;
      const plays = [{ ...play, orderMs: receivedAtMs }];
      rollUps.note(deviceKey, { receivedAtMs, stored, plays }, afterCommit);
    });
  try {
    await record(1);
    isHolding = true;
    const second = record(2);
    await expect.poll(() => held).toHaveLength(1);
    const settled = rollUps.settle();
    isHolding = false;
    held[0]?.();
    await Promise.all([second, settled]);
    // As after a crash: events marked as counted are not read again.
    const opened = new RollUps(core);
    await opened.settle();
    expect([1, 2].map((key) => opened.activity.used(key))).toEqual([expect.anything(), expect.anything()]);
  } finally {
    await writer.close();
    db.close();
  }
});
