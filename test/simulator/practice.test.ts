import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import { expect, test } from 'vitest';

import type { PracticeEvent, PracticePlan } from '../../main/simulator/practice.ts';
import { aStationDouble, type StationDouble } from './station-double.ts';

async function aPlan(station: StationDouble, count: number): Promise<PracticePlan> {
  const slots = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await station.aSlot();
    slots.push({ id, label: id, code: await station.aCode(id) });
  }
  return { url: station.url, enrollToken: station.enrolToken, slots, paceMs: 5, seed: 7, heartbeatMs: 50 };
}

/** A worker whose events are recorded; `received` resolves once `isEnough` is true for them. */
function aPracticeWorker(workerData: unknown) {
  const worker = new Worker(new URL('../../main/simulator/practice-worker.ts', import.meta.url), {
    workerData,
  });
  const events: PracticeEvent[] = [];
  worker.on('message', (message: PracticeEvent) => events.push(message));
  const received = async (isEnough: () => boolean) => {
    while (!isEnough()) await once(worker, 'message');
  };
  const count = (type: PracticeEvent['type']) => events.filter((item) => item.type === type).length;
  return { worker, events, received, count, exit: once(worker, 'exit') };
}

test('a practice cart types every code and all its headsets become ready, then it stops on request', async () => {
  await using station = await aStationDouble();
  const { worker, received, count, exit } = aPracticeWorker(await aPlan(station, 30));
  await received(() => count('ready') >= 30);
  worker.postMessage({ type: 'stop' });
  const [code] = (await exit) as [number];

  expect(code).toBe(0);
  expect(count('stopped')).toBe(1);
  expect(count('error')).toBe(0);
  expect(station.faults).toEqual([]);
});

test('a refused code is requested again and typed when it arrives', async () => {
  await using station = await aStationDouble();
  const plan = await aPlan(station, 3);
  station.voidCodes();
  const { worker, received, count, exit } = aPracticeWorker(plan);
  worker.on('message', (message: PracticeEvent) => {
    if (message.type !== 'code-refused') return;
    const { id } = message;
    void station.aCode(id).then((code) => worker.postMessage({ type: 'code', id, code }));
  });
  await received(() => count('ready') >= 3);
  worker.postMessage({ type: 'stop' });
  await exit;

  expect(count('code-refused')).toBe(3);
});

test('a headset without a code gives up, and the host learns why', async () => {
  await using station = await aStationDouble();
  const plan = await aPlan(station, 1);
  const slots = plan.slots.map(({ id, label }) => ({ id, label }));
  const { worker, events, received, count, exit } = aPracticeWorker({ ...plan, slots });
  await received(() => count('code-refused') === 1);
  worker.postMessage({ type: 'code', id: slots[0]?.id });
  await exit;

  expect(events).toContainEqual(expect.objectContaining({ type: 'refused', code: 'NOT_ADMITTED' }));
});

test('a practice cart stops while it waits for a code', async () => {
  await using station = await aStationDouble();
  const plan = await aPlan(station, 1);
  station.voidCodes();
  const { worker, received, count, exit } = aPracticeWorker(plan);
  await received(() => count('code-refused') === 1);
  worker.postMessage({ type: 'stop' });
  await exit;

  expect(count('stopped')).toBe(1);
});

test('an invalid plan or order is reported to the host, which keeps running', async () => {
  await using station = await aStationDouble();
  const wrongPlan = aPracticeWorker({ url: 'nowhere' });
  await wrongPlan.exit;
  expect(wrongPlan.events.map(({ type }) => type)).toEqual(['error', 'stopped']);

  const { worker, received, count, exit } = aPracticeWorker(await aPlan(station, 1));
  worker.postMessage({ type: 'dance' });
  await received(() => count('error') === 1 && count('ready') >= 1);
  worker.postMessage({ type: 'stop' });
  await exit;
});
