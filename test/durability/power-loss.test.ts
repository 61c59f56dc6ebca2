import Database from 'better-sqlite3';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { seededRandom, type Random } from '../../main/agent/random.ts';
import { closing } from '../support/closing.ts';
import { sized } from '../support/long.ts';
import { serveStation } from '../support/served-station.ts';
import { aFolder } from '../support/temp-folder.ts';
import { type Beating, beatOn, enrolMany } from './beating.ts';

const CUTS = sized({ long: 20, short: 3 });
const WRITERS = 8;
const SECTOR = 512;
const HOOK = pathToFileURL(join(import.meta.dirname, 'disk-hook.ts')).href;
const countSchema = z.array(z.tuple([z.string(), z.number()]));

/** Returns the log as the disk has it: flushed bytes, and some of the later sectors. */
function layTorn(log: string, flushed: string, random: Random): void {
  const [later, sure] = [readFileSync(log), readFileSync(flushed)];
  // A log that restarted meanwhile did so after a flush of the store, of which there is no copy.
  if (!later.subarray(0, 32).equals(sure.subarray(0, 32))) {
    writeFileSync(log, sure);
    return;
  }
  const torn = Buffer.from(later);
  for (let at = 0; at < torn.length; at += SECTOR) {
    if (random.next() < 0.5) continue;
    torn.fill(0, at, Math.min(at + SECTOR, torn.length));
    if (at < sure.length) sure.copy(torn, at, at, Math.min(at + SECTOR, sure.length));
  }
  writeFileSync(log, torn);
}

test(`after ${CUTS} power losses, with store and log as the disk had them, every acknowledged event is there once`, async () => {
  using folder = aFolder();
  const random = seededRandom('power-loss');
  const data = join(folder.path, 'data');
  const cut = join(folder.path, 'cut');
  mkdirSync(cut);
  const acknowledged = new Set<string>();
  let headsets: Beating[] | undefined;
  for (let round = 0; round < CUTS; round += 1) {
    // Enrolment takes some flushes; the loss occurs at any later one.
    const flush = 40 + Math.floor(random.next() * 60);
    const station = await serveStation(
      data,
      ['--rate-limit', '0'],
      [
        'env',
        `NODE_OPTIONS=--import=${HOOK}`,
        `DISK_CUT=${cut}`,
        `DISK_CUT_AT=${flush}`,
        `DISK_CUT_AFTER_MS=${Math.floor(random.next() * 30)}`,
      ],
    );
    headsets ??= await enrolMany(station, WRITERS);
    await Promise.all(headsets.map((headset) => beatOn(station, headset, round, acknowledged)));
    await station.kill();
    copyFileSync(join(cut, 'muster.db'), join(data, 'muster.db'));
    layTorn(join(data, 'muster.db-wal'), join(cut, 'muster.db-wal'), random);
    rmSync(join(data, 'muster.db-shm'), { force: true });
  }
  const last = await serveStation(data);
  expect(await last.stop()).toBe(0);

  using db = closing(new Database(join(data, 'muster.db'), { readonly: true }));
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  const times = new Map(
    countSchema.parse(
      db
        .prepare(
          'SELECT id || char(32) || event_id, count(*) FROM device_event JOIN device ON device.key = device_key GROUP BY 1',
        )
        .raw()
        .all(),
    ),
  );
  const wrong = [...acknowledged].filter((key) => times.get(key) !== 1);
  expect(wrong).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(CUTS * WRITERS * 10);
  process.stdout.write(`${CUTS} losses of power, ${acknowledged.size} events acknowledged, 0 lost\n`);
}, 600_000);
