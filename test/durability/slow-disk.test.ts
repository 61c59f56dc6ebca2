import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect } from 'vitest';

import { serveStation } from '../support/served-station.ts';
import { aFolder } from '../support/temp-folder.ts';
import { beatOnce, enrolMany } from './beating.ts';
import { longTest, shortTest as test } from '../support/long.ts';

const HOOK = pathToFileURL(join(import.meta.dirname, 'disk-hook.ts')).href;
const HEADSETS = 32;
const ROUNDS = 10;

/** A service whose disk takes this much longer for every flush. */
async function onSlowDisk(folder: string, delayMs: number) {
  const through = ['env', `NODE_OPTIONS=--import=${HOOK}`, `DISK_DELAY_MS=${delayMs}`];
  return serveStation(folder, ['--rate-limit', '0'], through);
}

/** Returns the number of transactions, and of their writes. */
async function writesOf({
  url,
  token,
}: {
  url: string;
  token: string;
}): Promise<{ commits: number; works: number }> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  const valueOf = (name: string): number =>
    Number(new RegExp(`^muster_${name}_total (\\d+)`, 'm').exec(text)?.[1]);
  return { commits: valueOf('store_commits'), works: valueOf('store_works') };
}

test('on a disk that takes 20 ms per flush headsets share flushes, and each heartbeat is answered', async () => {
  using folder = aFolder();
  const station = await onSlowDisk(folder.path, 20);
  const headsets = await enrolMany(station, HEADSETS);
  const before = await writesOf(station);
  const beats = headsets.map(async (headset) => {
    let count = 0;
    for (let round = 0; round < ROUNDS; round += 1)
      count += (await beatOnce(station, headset, { name: `b${round}`, count: 5 })).length;
    return count;
  });
  const acknowledged = await Promise.all(beats);
  const after = await writesOf(station);
  expect(await station.stop()).toBe(0);

  expect(acknowledged).toEqual(headsets.map(() => ROUNDS * 5));
  const [works, commits] = [after.works - before.works, after.commits - before.commits];
  process.stdout.write(`20 ms a flush: ${works} writes in ${commits} transactions\n`);
  expect(works).toBeGreaterThanOrEqual(HEADSETS * ROUNDS);
  expect(commits).toBeLessThan(works / 4);
});

longTest('while the disk takes 2 s for a write, reads do not wait for it', async () => {
  using folder = aFolder();
  const station = await onSlowDisk(folder.path, 2_000);
  const [headset] = await enrolMany(station, 1);
  if (headset === undefined) throw new Error('nobody enrolled');
  const order: string[] = [];
  const writing = beatOnce(station, headset, { name: 'slow', count: 1 }).then(() => order.push('write'));
  for (let count = 0; count < 50; count += 1) {
    const { status } = await fetch(`${station.url}/devices?limit=50`, {
      headers: { authorization: `Bearer ${station.token}` },
    });
    order.push(String(status));
  }
  await writing;
  expect(await station.stop()).toBe(0);

  expect(order).toEqual([...Array.from({ length: 50 }, () => '200'), 'write']);
});
