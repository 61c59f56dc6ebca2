import { execFile } from 'node:child_process';
import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { enrolDevice } from '../../shared/contract/enrolment/enrolment.ts';
import { aStation, type TestStation } from '../support/a-station.ts';
import { aSchool, asking, Proxy, proxyObstacle, serveCell } from '../support/cells/cluster.ts';
import { connect, syncNow } from '../support/synced-station.ts';
import { aFolder } from '../support/temp-folder.ts';
import { aFreePort } from '../support/free-port.ts';

const run = promisify(execFile);

/** A headset of a station, enrolled there, with events for its central. */
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

test('a central restored from a snapshot receives once what it had acknowledged since', async ({ skip }) => {
  const obstacle = proxyObstacle();
  if (obstacle !== undefined) skip(obstacle);
  using folder = aFolder();
  const [data, snapshot] = [join(folder.path, 'c01'), join(folder.path, 'snapshot')];
  const port = await aFreePort();
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
      timeout: 120_000,
    })
    .toBe(100);
  const known = await eventsAt(cell.url, school.token, id);
  expect(new Set(known).size).toBe(100);
  await cell.stop();
});

type Central = { readonly url: string; readonly token: string };

/** A headset enrolled at a station, in a slot created by its central. */
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

/** Returns the headset events that a central has of a device. */
async function eventsAt(url: string, token: string, id: string): Promise<string[]> {
  const all: string[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/devices/${id}/events?type=APP_STARTED&limit=100&page=${String(page)}`;
    const { items } = totalSchema.parse((await asking({ url, token }, 'GET', path)).body);
    all.push(...items.map(({ eventId }) => eventId));
    if (items.length < 100) return all;
  }
}

/** Syncs until nothing is pending. */
async function settled(station: TestStation): Promise<void> {
  await expect.poll(async () => (await syncNow(station)).waiting.events).toBe(0);
}
