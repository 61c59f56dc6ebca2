import { execFile } from 'node:child_process';
import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { enrolDevice } from '../../shared/contract/enrolment/enrolment.ts';
import { listConflicts } from '../../shared/contract/sync/sync-conflicts.ts';
import { aStation, type TestStation } from '../support/a-station.ts';
import { beatUntil, say } from '../support/cells/beats.ts';
import { aSchool, asking, freePort, Proxy, proxyObstacle, serveCell } from '../support/cells/cluster.ts';
import { growStore, storedEvents } from '../support/cells/stored.ts';
import { connect, syncNow } from '../support/synced-station.ts';
import { aFolder } from '../support/temp-folder.ts';

const run = promisify(execFile);
const STEPS = ['checked', 'clone marked', 'cell marked'] as const;

/** A headset of a station, enrolled there, with events that its central is to have. */
async function beatAt(
  station: TestStation,
  headset: { id: string; token: string },
  from: number,
  count: number,
) {
  const events = Array.from({ length: count }, (_, index) => ({
    eventId: `at-${String(from + index)}`,
    type: 'APP_STARTED',
    timestamp: Date.now(),
    payload: { packageName: 'org.lumiere.volcano' },
  }));
  const { status } = await station.send('PUT', `/devices/${headset.id}`, {
    token: headset.token,
    body: { events },
  });
  expect(status).toBe(200);
}

const slotsSchema = z.object({ items: z.array(z.object({ enrollmentToken: z.string() })) });
const totalSchema = z.object({ items: z.array(z.object({ eventId: z.string() })) });

test('a cell of 1 GB is split under load with stations that sync, killed at each step and repeated: each event is in one cell, once', async ({
  skip,
}) => {
  const obstacle = proxyObstacle();
  if (obstacle !== undefined) skip(obstacle);
  using folder = aFolder();
  const [from, to] = [join(folder.path, 'c01'), join(folder.path, 'c02')];
  const ports = new Map([
    ['c01', await freePort()],
    ['c02', await freePort()],
  ]);
  const serve = (name: 'c01' | 'c02', data: string) => serveCell(name, data, ports.get(name) ?? 0);
  let cell = await serve('c01', from);
  const stays = await aSchool(cell, 'stays', 15);
  const moves = await aSchool(cell, 'moves', 15);
  await cell.stop();
  growStore(from, 2 ** 30);
  cell = await serve('c01', from);
  await using proxy = await Proxy.start(join(folder.path, 'proxy'), ports);
  await using first = await aStation({ rateLimit: 0, syncPace: 1 });
  await using second = await aStation({ rateLimit: 0, syncPace: 1 });
  const central = { url: proxy.url, token: moves.token };
  const made = [await enrolledAt(first, central, 'first'), await enrolledAt(second, central, 'second')];

  const stop = new AbortController();
  const beating = beatUntil(() => proxy.url, [stays, moves], stop.signal, { pauseMs: 100 });
  let told = 0;
  const telling = (async () => {
    while (!stop.signal.aborted) {
      await Promise.all([
        beatAt(first, made[0] ?? never(), told, 5),
        beatAt(second, made[1] ?? never(), told, 5),
      ]);
      told += 5;
      await sleep(250);
    }
  })();
  await sleep(3_000);

  const pausedAt = performance.now();
  await proxy.route([moves.id], 'moving');
  await cell.stop();
  cpSync(from, to, { recursive: true, mode: 2 });
  const words = [from, to, 'c02', moves.id];
  const script = 'test/support/cells/split-until.ts';
  for (const step of STEPS) await run(process.execPath, [script, ...words, step]).catch(() => undefined);
  await run(process.execPath, [script, ...words, 'none']);
  const splitMs = performance.now() - pausedAt;
  cell = await serve('c01', from);
  const fresh = await serve('c02', to);
  await proxy.route([moves.id], 'c02');
  const pauseMs = performance.now() - pausedAt;
  await sleep(4_000);
  stop.abort();
  const { acknowledged, worstGapMs } = await beating;
  await telling;
  await Promise.all([settled(first), settled(second)]);

  for (const [index, station] of [first, second].entries()) {
    const androidId = made[index]?.androidId ?? '';
    const { body } = await asking(
      { url: fresh.url, token: moves.token },
      'GET',
      `/devices/androidid/${androidId}`,
    );
    const { id } = z.object({ id: z.string() }).parse(body);
    const known = await eventsAt(fresh.url, moves.token, id);
    const wanted = Array.from({ length: told }, (_, at) => `at-${String(at)}`);
    expect(wanted.filter((each) => known.filter((one) => one === each).length !== 1)).toEqual([]);
    expect((await station.call(listConflicts)).body).toMatchObject({ total: 0 });
  }
  await cell.stop();
  await fresh.stop();
  const [here, there] = [storedEvents(from), storedEvents(to)];
  const wrong = [...acknowledged].filter((key) => (here.get(key) ?? 0) + (there.get(key) ?? 0) !== 1);
  say(
    `a split of 1 GB with three kills: ${acknowledged.size} events, ${Math.round(splitMs)} ms for clone and split, ${Math.round(pauseMs)} ms of pause in all, longest gap of a headset ${Math.round(worstGapMs)} ms`,
  );
  expect(wrong).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(1_000);
  // Three kills and the copy of 1 GB are in it; on a volume that clones it is the start of two cells.
  expect(pauseMs).toBeLessThan(10_000);
});

test('a central that went back to a snapshot is told again, once, what it had acknowledged since', async ({
  skip,
}) => {
  const obstacle = proxyObstacle();
  if (obstacle !== undefined) skip(obstacle);
  using folder = aFolder();
  const [data, snapshot] = [join(folder.path, 'c01'), join(folder.path, 'snapshot')];
  const port = await freePort();
  let cell = await serveCell('c01', data, port);
  const school = await aSchool(cell, 'school', 1);
  await using proxy = await Proxy.start(join(folder.path, 'proxy'), new Map([['c01', port]]));
  await using station = await aStation({ rateLimit: 0, syncPace: 1 });
  const headset = await enrolledAt(station, { url: proxy.url, token: school.token }, 'only');
  await beatAt(station, headset, 0, 50);
  await settled(station);
  await cell.stop();
  cpSync(data, snapshot, { recursive: true });
  cell = await serveCell('c01', data, port);
  await beatAt(station, headset, 50, 50);
  await settled(station);
  const { body } = await asking(
    { url: cell.url, token: school.token },
    'GET',
    `/devices/androidid/${headset.androidId}`,
  );
  const { id } = z.object({ id: z.string() }).parse(body);
  expect(await eventsAt(cell.url, school.token, id)).toHaveLength(100);

  await cell.kill();
  rmSync(data, { recursive: true });
  renameSync(snapshot, data);
  await run(process.execPath, ['main/cli/cell.ts', 'went-back', '--data', data]);
  cell = await serveCell('c01', data, port);
  expect(await eventsAt(cell.url, school.token, id)).toHaveLength(50);
  await expect
    .poll(async () => (await settled(station), (await eventsAt(cell.url, school.token, id)).length), {
      timeout: 60_000,
    })
    .toBe(100);
  const known = await eventsAt(cell.url, school.token, id);
  expect(new Set(known).size).toBe(100);
  await cell.stop();
});

type Central = { readonly url: string; readonly token: string };

/** A headset that is enrolled at a station, in a slot that its central made. */
async function enrolledAt(station: TestStation, central: Central, name: string) {
  const order = { count: 1, labelPrefix: `${name}-` };
  const made = await asking(central, 'POST', '/station/slots', order);
  const [slot] = slotsSchema.parse(made.body).items;
  await connect(station, central);
  const androidId = `android-${name}`;
  const { enrollmentToken = '' } = slot ?? {};
  const { body } = await station.call(enrolDevice, { body: { enrollmentToken, androidId } });
  return { id: body.id, androidId, token: body.accessToken };
}

/** The events of headsets that a central knows of a device. */
async function eventsAt(url: string, token: string, id: string): Promise<string[]> {
  const all: string[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/devices/${id}/events?type=APP_STARTED&limit=100&page=${String(page)}`;
    const { items } = totalSchema.parse((await asking({ url, token }, 'GET', path)).body);
    all.push(...items.map(({ eventId }) => eventId));
    if (items.length < 100) return all;
  }
}

/** Syncs until nothing waits. */
async function settled(station: TestStation): Promise<void> {
  await expect.poll(async () => (await syncNow(station)).waiting.events, { timeout: 60_000 }).toBe(0);
}

function never(): never {
  throw new TypeError('There are two headsets');
}
