import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { beatUntil, say } from '../support/cells/beats.ts';
import { aBtrfs, btrfsObstacle } from '../support/cells/btrfs.ts';
import { aSchool, Proxy, proxyObstacle, type School } from '../support/cells/cluster.ts';
import { enlargeStore, LARGE_STORE } from '../support/cells/large-store.ts';
import { SchoolLife } from '../support/cells/life.ts';
import { pendingDeliveries, storedEvents } from '../support/cells/stored.ts';
import { Supervisor } from '../support/cells/supervisor.ts';
import { aFolder } from '../support/temp-folder.ts';
import { aFreePort } from '../support/free-port.ts';

/** Linked headsets of each school that moves. */
const LINKED = 15;
/** Where `split.sh` is killed: after an order, or when a step of the split is on disk. */
const DEATHS = [
  'stop c01',
  'clone c01',
  'checked',
  'clone marked',
  'cell marked',
  'finished',
  'start c01',
  'start c03',
] as const;

test('a split under load moves each organisation whole, and killed at each of its steps and repeated it moves it once', async ({
  skip,
}) => {
  const obstacle = proxyObstacle() ?? btrfsObstacle();
  if (obstacle !== undefined) skip(obstacle);
  using folder = aFolder();
  using disk = aBtrfs(folder.path, Math.ceil((6 * LARGE_STORE) / 1e9) + 1);
  execFileSync('btrfs', ['-q', 'subvolume', 'create', join(disk.path, 'c01')]);
  const ports = new Map<string, number>();
  for (const name of ['c01', 'c02', 'c03']) ports.set(name, await aFreePort());
  await using supervisor = await Supervisor.start(folder.path, disk.path, ports);
  await supervisor.order('start', 'c01');
  const names = ['stays', 'first', 'second'] as const;
  const [stays, first, second] = await Promise.all(
    names.map((name) => aSchool(supervisor.cell('c01'), name, 4)),
  );
  if (stays === undefined || first === undefined || second === undefined) throw new TypeError('No schools');
  await supervisor.order('stop', 'c01');
  enlargeStore(supervisor.dataOf('c01'));
  await supervisor.order('start', 'c01');
  await using proxy = await Proxy.start(join(folder.path, 'proxy'), ports);

  const split = async (clone: string, { id }: School, dieAfter = ''): Promise<number | null> => {
    const order = `${process.execPath} test/support/cells/order.ts ${supervisor.socket}`;
    const isInside = dieAfter !== '' && !/ c0\d$/.test(dieAfter);
    const child = spawn('sh', ['packaging/cells/split.sh', 'c01', clone, id], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        MUSTER_STOP: `${order} stop`,
        MUSTER_START: `${order} start`,
        MUSTER_CLONE: `${order} clone`,
        MUSTER_FOLDER: `printf ${disk.path}/%s/data`,
        MUSTER_ADD: 'true',
        MUSTER_MAP: join(proxy.maps, 'moved.map'),
        MUSTER_ADMIN: join(proxy.maps, 'admin.sock'),
        MUSTER_CELL_COMMAND: `${process.execPath} main/cli/cell.ts`,
        ...(isInside ? { MUSTER_SPLIT: `${order} split` } : {}),
        DIE_AFTER: dieAfter,
        DISK: disk.path,
      },
    });
    await once(child, 'exit');
    return child.exitCode;
  };

  const lives = new Map<School, SchoolLife>();
  await using stack = new AsyncDisposableStack();
  for (const school of [first, second])
    lives.set(school, stack.use(await SchoolLife.start(proxy.url, school, LINKED)));
  const schools = [stays, first, second];
  const beat = (stop: AbortSignal) =>
    Promise.all(schools.map((school) => beatUntil(() => proxy.url, [school], stop, { pauseMs: 50 })));
  const [during, after] = [new AbortController(), new AbortController()];
  const splitting = beat(during.signal);
  await sleep(1_000);

  await lives.get(first)?.rollOut();
  expect(await lives.get(first)?.wave()).toBeLessThan(LINKED);
  expect(await split('c02', first)).toBe(0);
  // Until all have been answered again.
  await sleep(5_000);
  during.abort();
  const unkilled = await splitting;
  const killing = beat(after.signal);

  await lives.get(second)?.rollOut();
  for (const death of DEATHS) {
    expect([death, await split('c03', second, death)]).toEqual([death, null]);
  }
  expect(await split('c03', second)).toBe(0);
  await sleep(2_000);
  for (const life of lives.values()) {
    const { states, written, sync, known, reported } = await life.settled();
    expect(states).toEqual(Array.from({ length: LINKED }, () => 'confirmed'));
    expect(written).toEqual(Array.from({ length: LINKED }, () => 1));
    expect(sync).toMatchObject({ conflicts: 0, failures: 0, setAside: 0, gone: 0, stranded: { events: 0 } });
    expect(known).toEqual(reported);
  }
  after.abort();
  const killed = await killing;
  for (const name of ports.keys()) await supervisor.order('stop', name);

  const gaps = (beats: typeof unkilled) =>
    beats
      .map(
        ({ worstGapMs, statuses }) => `${String(Math.round(worstGapMs))} ms ${JSON.stringify([...statuses])}`,
      )
      .join(', ');
  say(
    `a split of ${String(Math.round(LARGE_STORE / 1e6))} MB: longest gaps of who stays, moves, and stays for now: ${gaps(unkilled)}; while another was killed ${String(DEATHS.length)} times: of who stays, has moved, and moves: ${gaps(killed)}`,
  );

  const cells = [...ports.keys()];
  const stored = new Map(cells.map((name) => [name, storedEvents(supervisor.dataOf(name))]));
  const pending = (name: string, { id }: School) => pendingDeliveries(supervisor.dataOf(name), id);
  for (const [index, school] of schools.entries()) {
    const home = cells[index] ?? '';
    const acknowledged = [unkilled, killed].flatMap((beats) => [...(beats[index]?.acknowledged ?? [])]);
    expect(acknowledged.length).toBeGreaterThan(500);
    // Each event is in the organisation's cell once, and in no other.
    for (const name of cells) {
      const count = name === home ? 1 : undefined;
      expect(acknowledged.filter((key) => stored.get(name)?.get(key) !== count)).toEqual([]);
    }
    if (school === stays) continue;
    // The receiver does not answer: each message is still to be sent, by one cell.
    const waiting = pending(home, school);
    expect(acknowledged.filter((key) => !waiting.has(key))).toEqual([]);
    for (const name of cells.filter((each) => each !== home)) expect(pending(name, school).size).toBe(0);
  }
}, 900_000);
