import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';

import { startService } from '../../main/service/index.ts';
import { updateDevice } from '../../shared/contract/enrolment/heartbeat.ts';
import { getStation } from '../../shared/contract/operations/station.ts';
import { aStation, defaults, type TestStation } from '../support/a-station.ts';
import { closing } from '../support/closing.ts';
import { TestHeadset } from '../support/linked-headset.ts';
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

/** Flips a bit in an index of the served store, which leaves every page well-formed and the table unchanged. */
function flipInIndex(folder: string, text: string): void {
  const path = join(folder, 'muster.db');
  const bytes = readFileSync(path);
  const places: number[] = [];
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) places.push(at);
  expect(places.length).toBeGreaterThan(1);
  const at = (places.at(-1) ?? 0) + text.length - 1;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(path, bytes);
}

/**
 * A station whose log was folded into its store, then damaged while the station runs. `before` is run just before the
 * damage.
 */
async function damagedWhileRunning(
  restMs: number,
  before?: (headset: TestHeadset) => Promise<unknown>,
): Promise<{ station: TestStation; headset: TestHeadset }> {
  const station = await aStation({ storeChecks: { everyMs: 300, restMs } });
  const headset = await TestHeadset.away(station);
  const [slot] = await station.slots(1);
  await station.service.stop();
  await station.restart();
  await before?.(headset);
  flipInIndex(station.folder, slot?.enrollmentToken ?? '');
  {
    using db = closing(new Database(join(station.folder, 'muster.db'), { readonly: true }));
    expect(db.pragma('quick_check(1)', { simple: true })).toBe('ok');
  }
  return { station, headset };
}

const warningsOf = async (station: TestStation) => (await station.call(getStation)).body.warnings;

async function untilWarned(station: TestStation): Promise<void> {
  await vi.waitFor(async () => expect(await warningsOf(station)).toContain('STORE_DAMAGED'), 60_000);
}

test('a bit flipped in an index while the station runs is a warning during the lesson; at rest the station stops and sets the store aside', async () => {
  // Linked before the damage: a slow computer would be at rest before the headset arrives.
  const { station, headset } = await damagedWhileRunning(500, (arriving) => arriving.link());
  await using _ = station;
  await untilWarned(station);
  // Longer than it waits at rest: an open link is a lesson.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const { status } = await station.call(updateDevice, {
    params: headset.params,
    token: headset.token,
    body: { batteryInfo: { level: 50 } },
  });
  expect(status).toBe(200);

  await headset.unlink();

  expect((await station.service.failed).message).toContain('The store is damaged and was set aside');
  expect(readdirSync(station.folder)).not.toContain('muster.damage');
});

test('after stopping a station whose store is damaged, the next start asks how to recover', async () => {
  const { station } = await damagedWhileRunning(600_000);
  await using _ = station;
  await untilWarned(station);
  await station.service.stop();
  await expect(startService(defaults(station.folder))).rejects.toThrow(
    'The store is damaged and was set aside',
  );
});

test('after a crash the warning is shown again, before anything is checked', async () => {
  using folder = aFolder();
  const station = await serveStation(folder.path);
  await station.kill();
  writeFileSync(join(folder.path, 'muster.damage'), 'row 1 missing from index');
  const again = await serveStation(folder.path);
  const answer = await fetch(`${again.url}/station`, { headers: { authorization: `Bearer ${again.token}` } });
  expect(await again.stop()).toBe(0);
  expect(z.object({ warnings: z.array(z.string()) }).parse(await answer.json()).warnings).toContain(
    'STORE_DAMAGED',
  );
});
