// A checkpoint of a large log runs in a thread while requests are served: it may be killed, and its disk may fill.
import Database from 'better-sqlite3';
import { randomBytes } from 'node:crypto';
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { updateDevice } from '../../shared/contract/enrolment/heartbeat.ts';
import { FOLD_AT_BYTES, logBytes } from '../../main/service/kernel/store/log/log-size.ts';
import { aSmallDisk } from '../support/a-small-disk.ts';
import { aStation } from '../support/a-station.ts';
import { closing } from '../support/closing.ts';
import { type ServedStation, serveStation } from '../support/served-station.ts';
import { aFolder } from '../support/temp-folder.ts';
import { type Beating, enrolMany, send } from './beating.ts';

const ROUNDS = 3;
const WRITERS = 4;
const EVENTS = 400;
const MIB = 1024 * 1024;

function largeEvents(name: string) {
  return Array.from({ length: EVENTS }, (_, index) => ({
    eventId: `${name}-${index}`,
    type: 'NOTE',
    timestamp: Date.now(),
    payload: { text: randomBytes(300).toString('hex') },
  }));
}

/** Sends large heartbeats until the station is gone; records those that were acknowledged. */
async function fillLog(station: ServedStation, { id, token }: Beating, round: number, done: Set<string>) {
  for (let count = 0; ; count += 1) {
    const name = `r${round}-${count}`;
    try {
      await send(`${station.url}/devices/${id}`, 'PUT', token, { events: largeEvents(name) });
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
    done.add(`${id} ${name}`);
  }
}

/** Returns how many events of each heartbeat are stored, by headset and heartbeat. */
function storedIn(file: string): Map<string, number> {
  using db = closing(new Database(file, { readonly: true }));
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  const rows = db
    .prepare('SELECT id, event_id FROM device_event JOIN device ON device.key = device_key')
    .raw()
    .all() as [string, string][];
  const counts = new Map<string, number>();
  for (const [id, eventId] of rows) {
    const key = `${id} ${eventId.slice(0, eventId.lastIndexOf('-'))}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

test('a station killed during a checkpoint has everything that it acknowledged', async () => {
  using folder = aFolder();
  const file = join(folder.path, 'muster.db');
  const acknowledged = new Set<string>();
  let headsets: Beating[] | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    const station = await serveStation(folder.path, ['--rate-limit', '0']);
    headsets ??= await enrolMany(station, WRITERS);
    const before = statSync(file).mtimeMs;
    const writing = headsets.map((headset) => fillLog(station, headset, round, acknowledged));
    // Nothing but a checkpoint writes to the store itself. It differs from round to round how far it has come.
    while (statSync(file).mtimeMs === before) await sleep(1);
    await sleep(round * 15);
    await station.kill();
    await Promise.all(writing);
    expect(logBytes(file)).toBeGreaterThan(FOLD_AT_BYTES);
  }
  expect(await (await serveStation(folder.path)).stop()).toBe(0);

  const stored = storedIn(file);
  expect([...acknowledged].filter((key) => stored.get(key) !== EVENTS)).toEqual([]);
});

test('a disk that fills during a checkpoint loses nothing, and it is repeated once there is room', async ({
  skip,
}) => {
  const disk = aSmallDisk(200);
  if (typeof disk === 'string') return skip(disk);
  using path = disk;
  await using station = await aStation({ dataFolder: path.path });
  const file = join(path.path, 'muster.db');
  const headset = await station.enrolled();
  const requested = { params: { deviceId: headset.id }, token: headset.token };
  const { bavail, bsize } = statfsSync(path.path);
  // Room for the log until it is checkpointed, and not for the store that this makes.
  writeFileSync(join(path.path, 'filler'), Buffer.alloc(bavail * bsize - FOLD_AT_BYTES - 16 * MIB));
  const acknowledged: string[] = [];
  const beat = async (name: string): Promise<number> => {
    const { status } = await station.call(updateDevice, {
      ...requested,
      body: { events: largeEvents(name) },
    });
    if (status === 200) acknowledged.push(`${headset.id} ${name}`);
    return status;
  };

  const emptyBytes = statSync(file).size;
  let last = 200;
  for (let round = 0; last === 200; round += 1) last = await beat(`full-${round}`);
  expect(last).toBe(507);
  const begunBytes = statSync(file).size;
  expect(begunBytes).toBeGreaterThan(emptyBytes + MIB);

  rmSync(join(path.path, 'filler'));
  await expect
    .poll(async () => {
      await beat(`room-${acknowledged.length}`);
      return statSync(file).size;
    })
    .toBeGreaterThan(begunBytes + 16 * MIB);
  await station.service.stop();
  const stored = storedIn(file);
  expect(acknowledged.filter((key) => stored.get(key) !== EVENTS)).toEqual([]);
});
