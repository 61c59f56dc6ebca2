import Database from 'better-sqlite3';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { serveStation } from '../support/served-station.ts';
import { closing } from '../support/closing.ts';
import { sized } from '../support/long.ts';
import { aFolder } from '../support/temp-folder.ts';
import { type Beating, beatOn, enrolMany } from './beating.ts';

const ROUNDS = sized({ long: 25, short: 5 });
const WRITERS = 12;

test('no acknowledged event is lost or duplicated by kill -9 at any moment', async () => {
  using folder = aFolder();
  const acknowledged = new Set<string>();
  let headsets: Beating[] | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    const station = await serveStation(folder.path, ['--rate-limit', '0']);
    headsets ??= await enrolMany(station, WRITERS);
    const writing = headsets.map((headset) => beatOn(station, headset, round, acknowledged));
    // Any moment works once it is busy; it differs from round to round.
    const before = acknowledged.size;
    await expect
      .poll(() => acknowledged.size, { timeout: 120_000, interval: 5 })
      .toBeGreaterThan(before + WRITERS);
    await sleep(40 + ((round * 37) % 160));
    await station.kill();
    await Promise.all(writing);
  }
  const last = await serveStation(folder.path);
  expect(await last.stop()).toBe(0);

  using db = closing(new Database(`${folder.path}/muster.db`, { readonly: true }));
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  const stored = db
    .prepare(
      'SELECT id || char(32) || event_id, count(*) FROM device_event JOIN device ON device.key = device_key GROUP BY 1',
    )
    .raw()
    .all() as [string, number][];
  const times = new Map(stored);
  const wrong = [...acknowledged].filter((key) => times.get(key) !== 1);
  expect(wrong).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(ROUNDS * WRITERS);
  const miscounted = db
    .prepare(
      `SELECT device_key FROM device_event GROUP BY device_key
       HAVING count(*) <> (SELECT sum(count) FROM device_event_day WHERE device_event_day.device_key = device_event.device_key)`,
    )
    .all();
  expect(miscounted).toEqual([]);
});
