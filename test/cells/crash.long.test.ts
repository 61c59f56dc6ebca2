import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { beatUntil, say } from '../support/cells/beats.ts';
import { aSchool, asking, freePort, Proxy, proxyObstacle, serveCell } from '../support/cells/cluster.ts';
import { storedEvents } from '../support/cells/stored.ts';
import { aFolder } from '../support/temp-folder.ts';

test('three cells restarted one after the other under load never answer 5xx to heartbeats and reads', async ({
  skip,
}) => {
  const obstacle = proxyObstacle();
  if (obstacle !== undefined) skip(obstacle);
  using folder = aFolder();
  const names = ['c01', 'c02', 'c03'];
  const ports = new Map<string, number>();
  for (const name of names) ports.set(name, await freePort());
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
  for (const name of names) {
    await sleep(1_000);
    expect(await cells.get(name)?.stop()).toBe(0);
    cells.set(name, await serve(name));
  }
  await sleep(1_000);
  stop.abort();
  const { acknowledged, statuses, worstGapMs } = await beating;
  await reading;
  await Promise.all([...cells.values()].map((cell) => cell.stop()));
  say(
    `a rolling restart: heartbeats ${JSON.stringify([...statuses])}, reads ${JSON.stringify([...reads])}, longest gap ${Math.round(worstGapMs)} ms`,
  );
  expect([...statuses.keys()]).toEqual([200]);
  expect([...reads.keys()]).toEqual([200]);
  const stored = new Map(names.flatMap((name) => [...storedEvents(join(folder.path, name))]));
  expect([...acknowledged].filter((key) => stored.get(key) !== 1)).toEqual([]);
});
