import { expect, test } from 'vitest';
import { z } from 'zod';

import { type ClassRun, classRunSchema } from '../../shared/contract/classroom/class-run.ts';
import { EventReader } from '../support/event-reader.ts';
import { type ServedStation, serveStation } from '../support/served-station.ts';
import { aFolder } from '../support/temp-folder.ts';

const slotsSchema = z.object({ items: z.array(z.object({ enrollmentToken: z.string() })) });
const enrolledSchema = z.object({ id: z.string(), accessToken: z.string() });
const runsSchema = z.object({ items: z.array(classRunSchema) });

type Headset = { readonly id: string; readonly token: string };

async function ask(
  station: ServedStation,
  method: string,
  path: string,
  { body, token = station.token }: { body?: object; token?: string } = {},
): Promise<unknown> {
  const response = await fetch(station.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(`${method} ${path} ${response.ok}`).toBe(`${method} ${path} true`);
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

async function enrolled(station: ServedStation, count: number): Promise<Headset[]> {
  const made = await ask(station, 'POST', '/station/slots', { body: { count, labelPrefix: 'K-' } });
  const { items } = slotsSchema.parse(made);
  const one = async ({ enrollmentToken }: { enrollmentToken: string }): Promise<Headset> => {
    const body = { enrollmentToken, androidId: `kill-${enrollmentToken}` };
    const { id, accessToken } = enrolledSchema.parse(await ask(station, 'POST', '/devices', { body }));
    return { id, token: accessToken };
  };
  return Promise.all(items.map(one));
}

async function linked(station: ServedStation, { id, token }: Headset): Promise<EventReader> {
  const authorization = `Bearer ${token}`;
  const link = await EventReader.open(`${station.url}/devices/${id}/updates`, { authorization });
  await link.next('hello');
  return link;
}

/** Accepts the command of this name on a link. */
async function acceptCommand(
  station: ServedStation,
  { id, token }: Headset,
  link: EventReader,
  event: string,
) {
  const { data } = await link.next('command', (command) => command['event'] === event);
  const path = `/devices/${id}/commands/${String(data['commandId'])}/answer`;
  await ask(station, 'POST', path, { body: { accepted: true }, token });
}

const send = async (station: ServedStation, devicesId: string[], action: object): Promise<ClassRun> =>
  classRunSchema.parse(await ask(station, 'POST', '/station/class/runs', { body: { devicesId, action } }));
const runsOf = async (station: ServedStation): Promise<ClassRun[]> =>
  runsSchema.parse(await ask(station, 'GET', '/station/class/runs')).items;
/** Returns each order's status for one headset, newest first; `…` while it is being delivered. */
const stages = (runs: readonly ClassRun[], { id }: Headset): string[] =>
  runs.flatMap(({ action, results }) =>
    results
      .filter((result) => result.id === id)
      .map(({ stage, waitsUntil }) => `${action.do} ${stage}${waitsUntil === null ? '' : ' …'}`),
  );
const commandsOf = (link: EventReader): unknown[] =>
  link.events.filter(({ name }) => name === 'command').map(({ data }) => data['event']);

test('actions for a class survive kill -9: received ones stay, offline or silent headsets get theirs on return', async () => {
  using folder = aFolder();
  const first = await serveStation(folder.path);
  const [there, silent, away] = await enrolled(first, 3);
  if (there === undefined || silent === undefined || away === undefined) throw new Error('No headsets');
  const all = [there.id, silent.id, away.id];
  const authorization = `Bearer ${first.token}`;
  await using wall = await EventReader.open(`${first.url}/station/updates`, { authorization });
  await using thereLink = await linked(first, there);
  await using silentLink = await linked(first, silent);
  await send(first, all, { do: 'volume', volume: 80 });
  await acceptCommand(first, there, thereLink, 'set-volume');
  await send(first, [away.id], { do: 'volume', volume: 20 });
  const check = await send(first, all, { do: 'look' });
  await acceptCommand(first, there, thereLink, 'lock');
  await silentLink.next('command', (command) => command['event'] === 'lock');
  // Waits until the published changes are on disk.
  await wall.next('classRun', (data) => stages([classRunSchema.parse(data)], there)[0] === 'look done');
  const before = await runsOf(first);
  await first.kill();

  const second = await serveStation(folder.path);
  const after = await runsOf(second);
  expect(after.map(({ id, startedAt, action }) => [id, startedAt, action])).toEqual(
    before.map(({ id, startedAt, action }) => [id, startedAt, action]),
  );
  expect(after.map(({ results }) => results.map(({ id }) => id))).toEqual([all, [away.id], all]);
  expect(after.some(({ isRunning }) => isRunning)).toBe(false);
  expect(after[0]?.results[0]).toEqual(before[0]?.results[0]);
  expect(stages(after, there)).toEqual(['look done', 'volume done']);
  // On a slow machine the 10 s for its answer were already over.
  const waits = /^look (absent|failed) …, volume (absent|failed) …$/;
  expect(stages(after, silent).join(', ')).toMatch(waits);
  expect(stages(after, away)).toEqual(['look absent …', 'volume absent …', 'volume absent']);

  // On their return they get the newest of each kind, oldest first; a headset that had it gets nothing.
  await using awayLink = await linked(second, away);
  await acceptCommand(second, away, awayLink, 'set-volume');
  await acceptCommand(second, away, awayLink, 'lock');
  expect(commandsOf(awayLink)).toEqual(['set-volume', 'lock']);
  expect(awayLink.events.find(({ name }) => name === 'command')?.data['message']).toEqual({ volume: 20 });
  await using againLink = await linked(second, there);
  await send(second, [there.id], { do: 'identify' });
  await againLink.next('command');
  expect(commandsOf(againLink)).toEqual(['identify']);
  await expect
    .poll(async () => stages(await runsOf(second), away).slice(0, 2))
    .toEqual(['look done', 'volume done']);

  // The same after an orderly stop; an identify order is not delivered late.
  await second.stop();
  const third = await serveStation(folder.path);
  const last = await runsOf(third);
  expect(stages(last, there)).toEqual(['identify failed', 'look done', 'volume done']);
  expect(stages(last, silent).join(', ')).toMatch(waits);
  expect(stages(last, away)).toEqual(['look done', 'volume done', 'volume absent']);
  expect(last.find(({ id }) => id === check.id)?.startedAt).toBe(check.startedAt);
  await third.stop();
});
