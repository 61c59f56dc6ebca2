import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { aStation } from '../support/a-station.ts';
import { closing } from '../support/closing.ts';
import { serveStation } from '../support/served-station.ts';
import { aFolder } from '../support/temp-folder.ts';
import { beatOnce, enrolMany } from './beating.ts';

test('a log damaged in its middle is reported at the start: in the log, and as a warning in the interface', async () => {
  using folder = aFolder();
  const station = await serveStation(folder.path, ['--rate-limit', '0']);
  const headsets = await enrolMany(station, 4);
  for (let round = 0; round < 20; round += 1)
    for (const headset of headsets) await beatOnce(station, headset, { name: `b${round}`, count: 5 });
  await station.kill();
  const path = join(folder.path, 'muster.db-wal');
  const log = readFileSync(path);
  log.writeUInt8(log.readUInt8(log.length >> 1) ^ 4, log.length >> 1);
  writeFileSync(path, log);

  const again = await serveStation(folder.path);
  const answer = await fetch(`${again.url}/station`, { headers: { authorization: `Bearer ${again.token}` } });
  const { warnings } = z.object({ warnings: z.array(z.string()) }).parse(await answer.json());
  expect(await again.stop()).toBe(0);
  const third = await serveStation(folder.path);
  const later = await fetch(`${third.url}/station`, { headers: { authorization: `Bearer ${third.token}` } });
  expect(await third.stop()).toBe(0);

  expect(warnings).toContain('WRITES_LOST');
  expect(z.object({ warnings: z.array(z.string()) }).parse(await later.json()).warnings).not.toContain(
    'WRITES_LOST',
  );
  expect(readFileSync(join(folder.path, 'logs', 'muster.log'), 'utf8')).toContain('may be missing');
});

test('a bit flipped in an index while the station runs is found by the daily check, and the store is set aside', async () => {
  await using station = await aStation({ wholeCheckEveryMs: 300 });
  const [slot] = await station.slots(1);
  await station.service.stop();
  const path = join(station.folder, 'muster.db');
  const bytes = readFileSync(path);
  const token = Buffer.from(slot?.enrollmentToken ?? '');
  const places: number[] = [];
  for (let at = bytes.indexOf(token); at >= 0; at = bytes.indexOf(token, at + 1)) places.push(at);
  expect(places.length).toBeGreaterThan(1);
  {
    using db = closing(new Database(path, { readonly: true }));
    expect(db.pragma('quick_check(1)', { simple: true })).toBe('ok');
  }
  await station.restart();

  const at = (places.at(-1) ?? 0) + token.length - 1;
  const served = readFileSync(path);
  served.writeUInt8(served.readUInt8(at) ^ 1, at);
  writeFileSync(path, served);

  const reason = await station.service.failed;
  expect(reason.message).toContain('The store is damaged and was set aside');
});
