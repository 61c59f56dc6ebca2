import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { beatUntil, say } from '../support/cells/beats.ts';
import { aBtrfs, btrfsObstacle } from '../support/cells/btrfs.ts';
import { aSchool, asking, Proxy, proxyObstacle, serveCell } from '../support/cells/cluster.ts';
import { ReplicatedVolume, volumeObstacle } from '../support/cells/replicated-volume.ts';
import { storedEvents } from '../support/cells/stored.ts';
import { aFolder } from '../support/temp-folder.ts';
import { TwoHosts } from '../support/two-hosts.ts';
import { aFreePort } from '../support/free-port.ts';

const obstacleOf = (): string | undefined => proxyObstacle() ?? volumeObstacle() ?? TwoHosts.obstacle();

/** A cell on a volume replicated to two disks, behind a proxy. */
async function aCellOnTwoDisks(folder: string) {
  const volume = await ReplicatedVolume.make(join(folder, 'volume'), 700);
  const port = await aFreePort();
  const cell = await serveCell('c01', join(volume.path, 'data'), port);
  const proxy = await Proxy.start(join(folder, 'proxy'), new Map([['c01', port]]));
  const school = await aSchool(cell, 'school', 12);
  return {
    volume,
    cell,
    proxy,
    school,
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await cell.kill();
      await volume[Symbol.asyncDispose]();
    },
  };
}

/** Acknowledged events that are not there exactly once. */
function wrongOf(acknowledged: ReadonlySet<string>, folder: string): string[] {
  const stored = storedEvents(folder);
  return [...acknowledged].filter((key) => stored.get(key) !== 1);
}

test('losing one of two disks under load loses no data and refuses no request', async ({ skip }) => {
  const obstacle = obstacleOf();
  if (obstacle !== undefined) skip(obstacle);
  using folder = aFolder();
  await using all = await aCellOnTwoDisks(folder.path);
  const stop = new AbortController();
  const beating = beatUntil(() => all.proxy.url, [all.school], stop.signal);
  await sleep(2_000);
  await all.volume.killDisk('a', true);
  await sleep(3_000);
  stop.abort();
  const { acknowledged, statuses } = await beating;
  await all.cell.stop();
  expect([...statuses.keys()]).toEqual([200]);
  expect(acknowledged.size).toBeGreaterThan(500);
  expect(wrongOf(acknowledged, join(all.volume.path, 'data'))).toEqual([]);
});

test('a machine lost with its disk: the other disk, attached to another host, has everything acknowledged within 10 s', async ({
  skip,
}) => {
  const obstacle = obstacleOf();
  if (obstacle !== undefined) skip(obstacle);
  using folder = aFolder();
  using hosts = new TwoHosts();
  await using all = await aCellOnTwoDisks(folder.path);
  const stop = new AbortController();
  const beating = beatUntil(() => all.proxy.url, [all.school], stop.signal);
  await sleep(4_000);
  await all.cell.kill();
  stop.abort();
  await all.volume.killWriter();
  await all.volume.killDisk('a', true);
  await all.volume.killDisk('b');
  const lostAt = performance.now();
  await all.volume.attachAlone('b');
  const data = join(all.volume.path, 'data');
  const more = ['--host', hosts.stationIp];
  const cell = await serveCell('c01', data, 7440, { more, through: hosts.throughStation });
  const { token, headsets } = all.school;
  const url = `http://${hosts.stationIp}:7440/devices/${headsets[0]?.id ?? ''}`;
  const answer = hosts.send('headset', { method: 'GET', url, token });
  const backMs = performance.now() - lostAt;
  const { acknowledged } = await beating;
  await cell.stop();
  expect(answer.status).toBe(200);
  say(`a lost machine: first 200 after ${Math.round(backMs)} ms, ${acknowledged.size} events acknowledged`);
  expect(backMs).toBeLessThan(10_000);
  expect(acknowledged.size).toBeGreaterThan(500);
  expect(wrongOf(acknowledged, data)).toEqual([]);
});

test('with both disks lost nothing is acknowledged any more', async ({ skip }) => {
  const obstacle = obstacleOf();
  if (obstacle !== undefined) skip(obstacle);
  using folder = aFolder();
  await using all = await aCellOnTwoDisks(folder.path);
  const [headset] = all.school.headsets;
  const beat = (eventId: string) =>
    asking({ url: all.cell.url, token: headset?.token ?? '' }, 'PUT', `/devices/${headset?.id ?? ''}`, {
      events: [{ eventId, type: 'APP_STARTED', timestamp: Date.now(), payload: {} }],
    });
  expect((await beat('before')).status).toBe(200);
  await all.volume.killDisk('a');
  await all.volume.killDisk('b');
  const statuses = new Set<number>();
  for (let count = 0; count < 20; count += 1) statuses.add((await beat(`after-${String(count)}`)).status);
  expect([...statuses].filter((status) => ![0, 503, 507].includes(status))).toEqual([]);
  expect(statuses.has(503) || statuses.has(507)).toBe(true);
});

test('a snapshot of a running cell opens, is intact, and has everything that was acknowledged before it', async ({
  skip,
}) => {
  const obstacle = obstacleOf() ?? btrfsObstacle();
  if (obstacle !== undefined) skip(obstacle);
  using folder = aFolder();
  using disk = aBtrfs(folder.path, 1);
  execFileSync('btrfs', ['-q', 'subvolume', 'create', join(disk.path, 'c01')]);
  const port = await aFreePort();
  const cell = await serveCell('c01', join(disk.path, 'c01', 'data'), port);
  const school = await aSchool(cell, 'school', 12);
  const [before, after] = [new AbortController(), new AbortController()];
  const first = beatUntil(() => cell.url, [school], before.signal);
  await sleep(2_000);
  before.abort();
  const { acknowledged } = await first;
  const going = beatUntil(() => cell.url, [school], after.signal);
  await sleep(500);
  execFileSync('btrfs', ['-q', 'subvolume', 'snapshot', join(disk.path, 'c01'), join(disk.path, 'snapshot')]);
  await sleep(500);
  after.abort();
  await going;
  await cell.kill();
  const copy = await serveCell('c01', join(disk.path, 'snapshot', 'data'), port);
  expect((await asking({ url: copy.url, token: school.token }, 'GET', '/devices')).status).toBe(200);
  expect(await copy.stop()).toBe(0);
  expect(wrongOf(acknowledged, join(disk.path, 'snapshot', 'data'))).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(50);
});
