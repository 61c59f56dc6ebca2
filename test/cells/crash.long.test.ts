import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { beatUntil, say } from '../support/cells/beats.ts';
import { aSchool, asking, Proxy, proxyObstacle, type School, serveCell } from '../support/cells/cluster.ts';
import { enlargeStore, LARGE_STORE } from '../support/cells/large-store.ts';
import { storedEvents } from '../support/cells/stored.ts';
import { aFolder } from '../support/temp-folder.ts';
import { aFreePort } from '../support/free-port.ts';

test('three cells restarted one after the other under load never answer 5xx to heartbeats and reads', async ({
  skip,
}) => {
  const obstacle = proxyObstacle();
  if (obstacle !== undefined) skip(obstacle);
  using folder = aFolder();
  const names = ['c01', 'c02', 'c03'];
  const ports = new Map<string, number>();
  for (const name of names) ports.set(name, await aFreePort());
  const serve = (name: string) => serveCell(name, join(folder.path, name), ports.get(name) ?? 0);
  const cells = new Map(await Promise.all(names.map(async (name) => [name, await serve(name)] as const)));
  const schools = [];
  for (const [name, cell] of cells) schools.push(await aSchool(cell, name, 4));
  await using proxy = await Proxy.start(join(folder.path, 'proxy'), ports);
  const stop = new AbortController();
  const beating = beatUntil(() => proxy.url, schools, stop.signal, { pauseMs: 20 });
  const reads = new Map<number, number>();
  const reading = (async () => {
    while (!stop.signal.aborted)
      for (const { token, headsets } of schools) {
        const { status } = await asking(
          { url: proxy.url, token },
          'GET',
          `/devices/${headsets[0]?.id ?? ''}`,
        );
        reads.set(status, (reads.get(status) ?? 0) + 1);
      }
  })();
  let worstRestartMs = 0;
  for (const name of names) {
    await sleep(1_000);
    const beganMs = performance.now();
    expect(await cells.get(name)?.stop()).toBe(0);
    cells.set(name, await serve(name));
    worstRestartMs = Math.max(worstRestartMs, performance.now() - beganMs);
  }
  await sleep(1_000);
  stop.abort();
  const { acknowledged, statuses, worstGapMs } = await beating;
  await reading;
  await Promise.all([...cells.values()].map((cell) => cell.stop()));
  say(
    `a rolling restart: heartbeats ${JSON.stringify([...statuses])}, reads ${JSON.stringify([...reads])}, slowest restart ${Math.round(worstRestartMs)} ms, longest gap ${Math.round(worstGapMs)} ms`,
  );
  // HAProxy tries again every half second.
  expect([...statuses.keys()]).toEqual([200]);
  expect([...reads.keys()]).toEqual([200]);
  const stored = new Map(names.flatMap((name) => [...storedEvents(join(folder.path, name))]));
  expect([...acknowledged].filter((key) => stored.get(key) !== 1)).toEqual([]);
});

const ROUNDS = 20;
/** As systemd restarts a cell: RestartSec. */
const SUPERVISOR_MS = 200;

test('a cell with a large store, killed 20 times under load, neither loses nor duplicates an acknowledged event, and other cells are not slowed down', async ({
  skip,
}) => {
  const obstacle = proxyObstacle();
  if (obstacle !== undefined) skip(obstacle);
  using folder = aFolder();
  const ports = new Map([['c01', await aFreePort()] as const, ['c02', await aFreePort()] as const]);
  const [dying, other] = [join(folder.path, 'c01'), join(folder.path, 'c02')];
  // Each has a core of its own, as on machines of their own: what is shared is the proxy.
  const serve = () => serveCell('c01', dying, ports.get('c01') ?? 0, { through: onCore(0) });
  let cell = await serve();
  const neighbour = await serveCell('c02', other, ports.get('c02') ?? 0, { through: onCore(1) });
  const [school, others] = [await aSchool(cell, 'c01', 8), await aSchool(neighbour, 'c02', 8)];
  await cell.stop();
  enlargeStore(dying);
  cell = await serve();
  await using proxy = await Proxy.start(join(folder.path, 'proxy'), ports);

  const beat = (schools: readonly School[], stop: AbortSignal) =>
    beatUntil(() => proxy.url, schools, stop, { pauseMs: 50 });
  const calm = async () => {
    // The check that follows a start has ended.
    await beat([school, others], AbortSignal.timeout(5_000));
    const stop = AbortSignal.timeout(15_000);
    return Promise.all([beat([school], stop), beat([others], stop)]);
  };
  const before = await calm();

  const stop = new AbortController();
  const [beating, meanwhile] = [beat([school], stop.signal), beat([others], stop.signal)];
  const backMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Before, during and after the check that begins three seconds after each start.
    await sleep(1_000 + (round % 5) * 1_000);
    const killedMs = performance.now();
    await cell.kill();
    await sleep(SUPERVISOR_MS);
    cell = await serve();
    const path = `/devices/${school.headsets[0]?.id ?? ''}`;
    expect((await asking({ url: cell.url, token: school.token }, 'GET', path)).status).toBe(200);
    backMs.push(performance.now() - killedMs);
  }
  await sleep(1_000);
  stop.abort();
  const [killed, quiet] = await Promise.all([beating, meanwhile]);
  const after = await calm();
  await cell.stop();
  await neighbour.stop();
  // Measured before and after, because the load of the computer may change.
  const p99Calm = p99Of([...before[1].tookMs, ...after[1].tookMs]);
  const p99Meanwhile = p99Of(quiet.tookMs);
  say(
    `a cell of ${Math.round(LARGE_STORE / 1e6)} MB killed ${ROUNDS} times: ${killed.acknowledged.size} events acknowledged, answers ${JSON.stringify([...killed.statuses])}, back after at most ${Math.round(Math.max(...backMs))} ms, longest gap ${Math.round(killed.worstGapMs)} ms; p99 of the other cell ${p99Calm.toFixed(1)} ms before and after, ${p99Meanwhile.toFixed(1)} ms meanwhile`,
  );
  expect(killed.acknowledged.size).toBeGreaterThan(1_000);
  expect([...killed.statuses.keys()]).toEqual([200]);
  expect([...quiet.statuses.keys()]).toEqual([200]);
  const acknowledged = [before[0], killed, after[0]].flatMap((each) => [...each.acknowledged]);
  const stored = storedEvents(dying);
  expect(acknowledged.filter((key) => stored.get(key) !== 1)).toEqual([]);
}, 900_000);

/** Returns the command prefix that keeps a process on one core, where the system has one. */
function onCore(core: number): string[] {
  return process.platform === 'linux' ? ['taskset', '-c', String(core)] : [];
}

function p99Of(tookMs: readonly number[]): number {
  return tookMs.toSorted((a, b) => a - b)[Math.floor(tookMs.length * 0.99)] ?? Number.NaN;
}
