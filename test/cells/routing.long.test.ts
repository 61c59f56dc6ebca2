import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { splitCell } from '../../main/service/access/cells/split.ts';
import { cpSync } from 'node:fs';
import { aSchool, asking, Proxy, proxyObstacle, type School, serveCell } from '../support/cells/cluster.ts';
import { EventReader } from '../support/event-reader.ts';
import type { ServedStation } from '../support/served-station.ts';
import { aFolder } from '../support/temp-folder.ts';
import { aFreePort } from '../support/free-port.ts';

const NAMES = ['c01', 'c02', 'c03'];

/** Three cells with two schools each, and a proxy. */
async function threeCells(folder: string) {
  const ports = new Map<string, number>();
  for (const name of NAMES) ports.set(name, await aFreePort());
  const cells = new Map<string, ServedStation>();
  for (const [name, port] of ports) cells.set(name, await serveCell(name, join(folder, name), port));
  const proxy = await Proxy.start(join(folder, 'proxy'), ports);
  const schools: (School & { readonly cell: string })[] = [];
  for (const [name, cell] of cells)
    for (const which of ['a', 'b'])
      schools.push({ ...(await aSchool(cell, `${name}${which}`, 2)), cell: name });
  return {
    ports,
    cells,
    proxy,
    schools,
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await Promise.all([...cells.values()].map((cell) => cell.kill()));
    },
  };
}

/** Returns a token with the same claims and another signature. */
function forge(token: string): string {
  return `${token.slice(0, -8)}${token.endsWith('AAAAAAAA') ? 'BBBBBBBB' : 'AAAAAAAA'}`;
}

test('every token of every scope reaches its organisation’s cell; a forged one is refused by that cell', async ({
  skip,
}) => {
  const obstacle = proxyObstacle();
  if (obstacle !== undefined) skip(obstacle);
  using folder = aFolder();
  await using all = await threeCells(folder.path);
  const { url } = all.proxy;
  let requested = 0;
  for (const { id, token, headsets } of all.schools) {
    const body = { scope: 'enroll', enterpriseId: id };
    const issued = await asking({ url, token }, 'POST', '/station/tokens', body);
    expect(issued.status).toBe(200);
    for (const headset of headsets) {
      const read = await asking({ url, token }, 'GET', `/devices/${headset.id}`);
      const beat = await asking({ url, token: headset.token }, 'PUT', `/devices/${headset.id}`, {
        events: [],
      });
      const enrol = z.object({ token: z.string() }).parse(issued.body).token;
      // It names no device, so the cell that knows the token refuses it as unknown.
      const enrolled = await asking({ url, token: enrol }, 'POST', '/devices', {
        enrollmentToken: 'none',
        androidId: 'none',
      });
      expect([read.status, beat.status, enrolled.status]).toEqual([200, 200, 404]);
      for (const each of [token, headset.token])
        expect((await asking({ url, token: forge(each) }, 'GET', `/devices/${headset.id}`)).status).toBe(401);
      requested += 5;
    }
  }
  expect(requested).toBe(60);
  // Without a claim the request goes to the default cell, which requires a token.
  expect((await fetch(`${url}/devices`)).status).toBe(401);
});

test('an event stream passes through the proxy', async ({ skip }) => {
  const obstacle = proxyObstacle();
  if (obstacle !== undefined) skip(obstacle);
  using folder = aFolder();
  await using all = await threeCells(folder.path);
  const [school] = all.schools;
  if (school === undefined) throw new TypeError('No school');
  await using reader = await EventReader.open(`${all.proxy.url}/station/updates`, {
    authorization: `Bearer ${school.token}`,
  });
  await reader.next('hello');
  const [headset] = school.headsets;
  await asking({ url: all.proxy.url, token: school.token }, 'PATCH', `/devices/${headset?.id ?? ''}`, {
    label: 'New',
  });
  expect((await reader.next('device', ({ label }) => label === 'New')).data).toMatchObject({
    id: headset?.id,
  });
});

test('requests of a moving organisation wait, then reach the new cell, never both, even if two routers differ', async ({
  skip,
}) => {
  const obstacle = proxyObstacle();
  if (obstacle !== undefined) skip(obstacle);
  using folder = aFolder();
  await using all = await threeCells(folder.path);
  const moves = all.schools.find(({ cell }) => cell === 'c01');
  if (moves === undefined) throw new TypeError('No school');
  const port = await aFreePort();
  const ports = new Map([...all.ports, ['c04', port] as const]);
  await using late = await Proxy.start(join(folder.path, 'late'), ports);
  await using early = await Proxy.start(join(folder.path, 'early'), ports);
  const path = `/devices/${moves.headsets[0]?.id ?? ''}`;

  await early.route([moves.id], 'moving');
  expect(await asking({ url: early.url, token: moves.token }, 'GET', path)).toMatchObject({
    status: 503,
    body: { code: 'ORGANISATION_MOVED' },
  });
  await all.cells.get('c01')?.stop();
  cpSync(join(folder.path, 'c01'), join(folder.path, 'c04'), { recursive: true });
  splitCell({
    from: join(folder.path, 'c01'),
    to: join(folder.path, 'c04'),
    newCell: 'c04',
    organisations: [moves.id],
    cutsFleetAccess: false,
  });
  all.cells.set('c01', await serveCell('c01', join(folder.path, 'c01'), all.ports.get('c01') ?? 0));
  all.cells.set('c04', await serveCell('c04', join(folder.path, 'c04'), port));
  await early.route([moves.id], 'c04');

  // The outdated router still sends to the old cell, which refuses and never writes.
  const write = { label: 'Written once' };
  expect(await asking({ url: late.url, token: moves.token }, 'PATCH', path, write)).toMatchObject({
    status: 503,
    body: { code: 'ORGANISATION_MOVED' },
  });
  expect((await asking({ url: early.url, token: moves.token }, 'PATCH', path, write)).status).toBe(200);
  expect((await asking({ url: late.url, token: forge(moves.token) }, 'GET', path)).status).toBe(503);
  expect((await asking({ url: early.url, token: forge(moves.token) }, 'GET', path)).status).toBe(401);
  await late.route([moves.id], 'c04');
  await sleep(10);
  expect(await asking({ url: late.url, token: moves.token }, 'GET', path)).toMatchObject({
    status: 200,
    body: write,
  });
  for (const { token, headsets } of all.schools) {
    const others = `/devices/${headsets[0]?.id ?? ''}`;
    expect((await asking({ url: late.url, token }, 'GET', others)).status).toBe(200);
  }
});
