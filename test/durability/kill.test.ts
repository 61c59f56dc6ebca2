import Database from 'better-sqlite3';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { serveStation, type ServedStation } from '../support/served-station.ts';
import { closing } from '../support/closing.ts';
import { sized } from '../support/long.ts';
import { aFolder } from '../support/temp-folder.ts';

const ROUNDS = sized({ long: 60, short: 5 });
const WRITERS = 12;

const slotsSchema = z.object({ items: z.array(z.object({ id: z.string(), enrollmentToken: z.string() })) });
const enrolledSchema = z.object({ id: z.string(), accessToken: z.string() });
const replySchema = z.object({ acknowledged: z.array(z.string()) });

type Headset = { readonly id: string; readonly token: string };

async function send(url: string, method: string, token: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function enrolAll(station: ServedStation): Promise<Headset[]> {
  const order = { count: WRITERS, labelPrefix: 'D-' };
  const { items } = slotsSchema.parse(
    await send(`${station.url}/station/slots`, 'POST', station.token, order),
  );
  return Promise.all(
    items.map(async ({ id, enrollmentToken }) => {
      const body = { enrollmentToken, androidId: `android-${id}` };
      const { accessToken } = enrolledSchema.parse(
        await send(`${station.url}/devices`, 'POST', station.token, body),
      );
      return { id, token: accessToken };
    }),
  );
}

/** Sends heartbeats one after the other until the station is gone; keeps what was acknowledged. */
async function beat(
  station: ServedStation,
  headset: Headset,
  round: number,
  acknowledged: Map<string, string>,
) {
  for (let count = 0; ; count += 1) {
    const events = Array.from({ length: 1 + (count % 15) }, (_, index) => ({
      eventId: `r${round}-${count}-${index}`,
      type: 'APP_STARTED',
      timestamp: Date.now(),
      payload: { packageName: 'org.lumiere.volcano' },
    }));
    const body = { batteryInfo: { level: count % 100 }, events };
    const url = `${station.url}/devices/${headset.id}`;
    try {
      const reply = replySchema.parse(await send(url, 'PUT', headset.token, body));
      for (const eventId of reply.acknowledged) acknowledged.set(`${headset.id} ${eventId}`, headset.id);
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

test('no acknowledged event is lost or doubled by kill -9 at any moment', { timeout: 180_000 }, async () => {
  using folder = aFolder();
  const acknowledged = new Map<string, string>();
  let headsets: Headset[] | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    const station = await serveStation(folder.path, ['--rate-limit', '0']);
    headsets ??= await enrolAll(station);
    const writing = headsets.map((headset) => beat(station, headset, round, acknowledged));
    // Any moment will do once it is at work; this one differs from round to round.
    const before = acknowledged.size;
    await expect
      .poll(() => acknowledged.size, { timeout: 30_000, interval: 5 })
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
  const wrong = [...acknowledged.keys()].filter((key) => times.get(key) !== 1);
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
