import { expect, test } from 'vitest';

import type { ClassRun } from '../../../../shared/contract/classroom/class-run.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const clock = new ManualClock();
const station = await aSharedStation({ clock });
const APP = 'org.lumiere.volcano';
const START = { do: 'start', packageName: APP } as const;

const start = async (devicesId: readonly string[], action: object): Promise<ClassRun> =>
  (await station.call(contract.startClassRun, { body: { devicesId, action } })).body;
const read = async (runId: string) => (await station.call(contract.getClassRun, { params: { runId } })).body;
const stages = ({ results }: ClassRun) => results.map(({ stage }) => stage);

test('an action lists the progress of each headset: sent, delivered, done by its own report, failed or absent', async () => {
  await using there = await TestHeadset.linked(station);
  await using refusing = await TestHeadset.linked(station);
  await using silent = await TestHeadset.linked(station);
  await using away = await TestHeadset.away(station);
  await using wall = await station.stream('/station/updates');
  await wall.next('hello');
  const received = (id: string, stage: string) =>
    wall.next('classRun', ({ results }) =>
      (results as ClassRun['results']).some((each) => each.id === id && each.stage === stage),
    );

  const begun = await start([there.id, refusing.id, silent.id, away.id, 'nobody'], START);
  expect(stages(begun)).toEqual(['sent', 'sent', 'sent', 'absent', 'failed']);
  expect(begun).toMatchObject({ isRunning: true, action: START });
  expect(begun.results.at(-1)).toMatchObject({ reason: 'DEVICE_NOT_FOUND' });

  const command = await there.next('launch-app');
  expect(command.message).toEqual({ packageName: APP });
  await there.answer(command.commandId, { accepted: true });
  await received(there.id, 'delivered');
  await refusing.answer((await refusing.next('launch-app')).commandId, {
    accepted: false,
    reason: 'NOT_INSTALLED',
  });
  await received(refusing.id, 'failed');
  expect((await read(begun.id)).results.slice(0, 2)).toMatchObject([
    { stage: 'delivered', reachedAt: expect.any(String) as string },
    { stage: 'failed', reason: 'NOT_INSTALLED', reachedAt: null },
  ]);

  // Accepted, and its own report confirms it.
  const event = {
    eventId: 'e-1',
    type: 'APP_STARTED',
    timestamp: clock.now(),
    payload: { packageName: APP },
  };
  await there.report({ events: [event] });
  await received(there.id, 'done');
  await silent.next('launch-app');
  clock.advance(10_001);
  await received(silent.id, 'failed');
  const ended = await read(begun.id);
  expect(stages(ended)).toEqual(['done', 'failed', 'failed', 'absent', 'failed']);
  expect(ended.results[2]).toMatchObject({ reason: 'NO_ANSWER' });
  expect(ended.isRunning).toBe(false);

  // Only those that it did not reach; the returned one got it automatically.
  await away.link();
  const second = await away.next('launch-app');
  await away.answer(second.commandId, { accepted: true });
  await received(away.id, 'delivered');
  const again = (await station.call(contract.retryClassRun, { params: { runId: begun.id } })).body;
  expect(again.results.map(({ id }) => id)).toEqual([refusing.id, silent.id, 'nobody']);
  expect(stages(again)).toEqual(['sent', 'sent', 'failed']);
  const { items } = (await station.call(contract.listClassRuns)).body;
  expect(items.slice(0, 2).map(({ id }) => id)).toEqual([again.id, begun.id]);
});

test('each order is a command that headsets know; a stop command counts as done if nothing is running', async () => {
  await using headset = await TestHeadset.linked(station);
  const orders = [
    [{ do: 'volume', volume: 30 }, 'set-volume', { volume: 30 }],
    [{ do: 'identify' }, 'identify', {}],
    [{ do: 'look' }, 'lock', {}],
    [{ do: 'resume' }, 'unlock', {}],
    [{ do: 'video', contentId: 'reef', title: 'The reef' }, 'play-video', { contentId: 'reef' }],
    [{ do: 'videoPause' }, 'pause-video', {}],
    [{ do: 'videoRestart' }, 'restart-video', {}],
    [{ do: 'url', url: 'https://school.example/reef' }, 'open-url', { url: 'https://school.example/reef' }],
    [{ do: 'text', text: 'Look up' }, 'show-text', { text: 'Look up' }],
    [{ do: 'brightness', brightness: 40 }, 'set-brightness', { brightness: 40 }],
    [{ do: 'powerOff' }, 'power-off', {}],
  ] as const;
  await using wall = await station.stream('/station/updates');
  await wall.next('hello');
  const received = (runId: string) =>
    wall.next('classRun', ({ id, isRunning }) => id === runId && isRunning === false);

  for (const [action, event, message] of orders) {
    const run = await start([headset.id], action);
    const command = await headset.next(event);
    expect(command.message).toEqual(message);
    await headset.answer(command.commandId, { accepted: true });
    await received(run.id);
    expect(stages(await read(run.id))).toEqual(['done']);
  }
  const stop = await start([headset.id], { do: 'stop' });
  await headset.answer((await headset.next('stop-app')).commandId, {
    accepted: false,
    reason: 'NOT_RUNNING',
  });
  await received(stop.id);
  expect(stages(await read(stop.id))).toEqual(['done']);
});

test('a late headset gets the actions for the class: the newest of each kind, in order, within 45 minutes', async () => {
  await using late = await TestHeadset.away(station);
  const order = (action: object) => start([late.id], action);
  const begunMs = clock.now();
  const first = await order(START);
  const attention = await order({ do: 'look' });
  await order({ do: 'volume', volume: 80 });
  const quieter = await order({ do: 'volume', volume: 20 });
  const shown = await order({ do: 'identify' });
  const wait = async ({ id }: ClassRun) => (await read(id)).results.map(({ waitsUntil }) => waitsUntil);
  expect(await wait(first)).toEqual([new Date(begunMs + 45 * 60_000).toISOString()]);
  // An order that is pointless later is not queued.
  expect(await wait(shown)).toEqual([null]);

  await late.link();
  const commands = [await late.next('launch-app'), await late.next('lock'), await late.next('set-volume')];
  expect(commands.map(({ message }) => message)).toEqual([{ packageName: APP }, {}, { volume: 20 }]);
  expect(late.got).toEqual(commands);
  await using wall = await station.stream('/station/updates');
  await wall.next('hello');
  const moved = (runId: string, stage: string) =>
    wall.next(
      'classRun',
      ({ id, results }) => id === runId && (results as ClassRun['results'])[0]?.stage === stage,
    );
  await late.answer(commands[0]?.commandId ?? '', { accepted: false, reason: 'NOT_INSTALLED' });
  await moved(first.id, 'failed');
  await late.answer(commands[1]?.commandId ?? '', { accepted: true });
  await moved(attention.id, 'done');
  // The reason, if it refused; and a refused order is not sent to it again.
  expect((await read(first.id)).results).toMatchObject([{ reason: 'NOT_INSTALLED', waitsUntil: null }]);

  // It went silent: the same again when it is back, on any link.
  clock.advance(10_001);
  await moved(quieter.id, 'failed');
  expect(await wait(quieter)).toEqual([new Date(begunMs + 45 * 60_000).toISOString()]);
  await late.link();
  const repeated = await late.next('set-volume');
  expect(late.got).toEqual([repeated]);
  await late.answer(repeated.commandId, { accepted: true });
  await moved(quieter.id, 'done');

  // The next lesson begins without it.
  await late.unlink();
  const over = await order({ do: 'resume' });
  clock.advance(45 * 60_000);
  await late.link();
  const requested = await order({ do: 'volume', volume: 50 });
  await late.answer((await late.next('set-volume')).commandId, { accepted: true });
  await moved(requested.id, 'done');
  expect(late.got.map(({ event }) => event)).toEqual(['set-volume']);
  expect(stages(await read(over.id))).toEqual(['absent']);
});

test('pending actions of a class are not dropped for those of others, however many there are', async () => {
  await using late = await TestHeadset.away(station);
  const attention = await start([late.id], { do: 'look' });
  const shown = await start([late.id], { do: 'identify' });
  const replaced = await start([late.id], { do: 'volume', volume: 80 });
  const louder = await start([late.id], { do: 'volume', volume: 20 });
  for (let count = 0; count < 20; count += 1) await start(['nobody'], { do: 'identify' });

  const { items } = (await station.call(contract.listClassRuns)).body;
  expect(items.slice(20, 22).map(({ id }) => id)).toEqual([louder.id, attention.id]);
  for (const { id } of [shown, replaced])
    expect(await station.call(contract.getClassRun, { params: { runId: id } })).toMatchObject(
      refused(404, 'NOT_FOUND'),
    );

  // The same after a restart; the station closing all links is not a headset's event.
  await using there = await TestHeadset.linked(station);
  await using wall = await station.stream('/station/updates');
  await wall.next('hello');
  await station.restart();
  await wall.ended;
  expect(wall.events.filter(({ data }) => data['id'] === there.id && data['isLinked'] === false)).toEqual([]);
  expect((await station.call(contract.listClassRuns)).body.items).toEqual(items);
  await late.link();
  const commands = [await late.next('lock'), await late.next('set-volume')];
  expect(late.got).toEqual(commands);

  // The next lesson begins without it.
  clock.advance(45 * 60_000);
  await start(['nobody'], { do: 'identify' });
  const left = (await station.call(contract.listClassRuns)).body.items;
  expect(left).toHaveLength(20);
  expect(left.some(({ id }) => id === attention.id)).toBe(false);
});

test('two concurrent actions have one sequence for all: the later one counts everywhere', async () => {
  const many = await Promise.all(Array.from({ length: 12 }, () => TestHeadset.away(station)));
  const ids = many.map(({ id }) => id);

  const runs = await Promise.all([
    start(ids, { do: 'look' }),
    start(ids.toReversed(), { do: 'resume' }),
    start(ids, { do: 'look' }),
  ]);

  const { items } = (await station.call(contract.listClassRuns)).body;
  const own = items.filter(({ id }) => runs.some((run) => run.id === id));
  const waiting = own.map(({ results }) => results.filter(({ waitsUntil }) => waitsUntil !== null).length);
  expect(waiting).toEqual([12, 0, 0]);
});

test('an action reaches thousands of headsets at once', async () => {
  const many = Array.from({ length: 1_002 }, (_each, index) => `nobody-${index}`);

  const run = await start(many, { do: 'look' });

  expect(run.results).toHaveLength(1_002);
  expect((await read(run.id)).results).toEqual(run.results);
  expect((await station.call(contract.listClassRuns)).body.items[0]).toEqual(run);
});

test('an invalid action, or one for no headset or too many, is refused', async () => {
  const send = (body: object) => station.call(contract.startClassRun, { body });
  const many = Array.from({ length: 5_001 }, (_each, index) => `id-${index}`);

  expect(await send({ devicesId: ['a'], action: { do: 'reboot' } })).toMatchObject(refusedAt('action.do'));
  expect(await send({ devicesId: [], action: START })).toMatchObject(refusedAt('devicesId'));
  expect(await send({ devicesId: many, action: START })).toMatchObject(refusedAt('devicesId'));
  expect(await station.call(contract.getClassRun, { params: { runId: 'none' } })).toMatchObject(
    refused(404, 'NOT_FOUND'),
  );
});

test('a lesson plan is created, listed, changed and removed; a step addresses all headsets of the lesson', async () => {
  await using one = await TestHeadset.linked(station);
  await using two = await TestHeadset.away(station);
  await using other = await TestHeadset.linked(station);
  const group = (
    await station.call(contract.createGroup, { body: { name: 'Class 4B', devicesId: [one.id, two.id] } })
  ).body;
  await station.send('PUT', `/devices/${other.id}/metadata/muster`, {
    body: { group: { id: 'cart-z', label: 'Cart Z' }, shelf: 1, place: 1 },
  });
  const steps = [
    { label: 'Look', action: { do: 'look' } },
    { label: 'Go on', action: { do: 'resume' } },
  ];
  const plan = { name: 'Volcanoes', audience: { kind: 'group', groupId: group.id }, steps };

  const made = (await station.call(contract.createLesson, { body: plan })).body;
  const params = { lessonId: made.id };
  expect((await station.call(contract.listLessons)).body.items).toEqual([made]);
  expect(await station.call(contract.createLesson, { body: { ...plan, name: 'VOLCANOES' } })).toMatchObject(
    refused(409, 'CONFLICT'),
  );
  expect(
    await station.call(contract.createLesson, { body: { ...plan, name: 'Empty', steps: [] } }),
  ).toMatchObject(refusedAt('steps'));

  const run = (await station.call(contract.runLessonStep, { params: { ...params, step: '0' } })).body;
  expect(run.action).toEqual({ do: 'look' });
  expect(Object.fromEntries(run.results.map(({ id, stage }) => [id, stage]))).toEqual({
    [one.id]: 'sent',
    [two.id]: 'absent',
  });
  expect(await station.call(contract.runLessonStep, { params: { ...params, step: '9' } })).toMatchObject(
    refused(404, 'NOT_FOUND'),
  );

  const stale = { 'if-match': '"7"' };
  expect(await station.call(contract.updateLesson, { params, body: plan, headers: stale })).toMatchObject(
    refused(409, 'CONFLICT'),
  );
  await station.call(contract.updateLesson, {
    params,
    body: { ...plan, audience: { kind: 'cart', cartId: 'cart-z' } },
  });
  const ofCart = (await station.call(contract.runLessonStep, { params: { ...params, step: '1' } })).body;
  expect(ofCart.results.map(({ id }) => id)).toEqual([other.id]);
  const audit = (await station.call(contract.listAudit, { query: { operation: 'runLessonStep' } })).body;
  expect(audit.items[0]).toMatchObject({ detail: `${made.id} 1`, devicesId: [other.id], targets: 1 });

  expect((await station.call(contract.getLesson, { params })).body).toMatchObject({ revision: 2 });
  await station.call(contract.deleteLesson, { params });
  expect((await station.call(contract.getLesson, { params })).status).toBe(404);
});

test('another organisation sees neither lessons nor actions', async () => {
  const { body } = await station.call(contract.createEnterprise, { body: { name: 'Hill School' } });
  await start(['nobody'], { do: 'look' });
  const requested = { token: body.token };

  expect((await station.call(contract.listLessons, requested)).body.items).toEqual([]);
  expect((await station.call(contract.listClassRuns, requested)).body.items).toEqual([]);
});
