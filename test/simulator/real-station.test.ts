import { expect, test } from 'vitest';

import { Fleet, NO_FAULTS, onlyWith, systemClock, USUAL_HABITS } from '../../main/simulator/index.ts';
import { aRunningHeadset } from './a-headset.ts';
import { aRealStation } from './real-station.ts';

const anEvent = (index: number) => ({
  eventId: `e-${index}`,
  type: 'X',
  timestamp: Date.now(),
  payload: null,
});

test('thirty headsets type their codes and all are ready', async () => {
  await using station = await aRealStation();
  const members = [];
  for (let index = 0; index < 30; index += 1) {
    const { id } = await station.aSlot();
    const admission = onlyWith({ kind: 'code', code: await station.aCode(id) });
    members.push({ enrolToken: station.enrolToken, admission, habits: USUAL_HABITS, faults: NO_FAULTS });
  }
  const ready = new Set<number>();
  const { promise: allReady, resolve } = Promise.withResolvers<void>();
  const fleet = new Fleet({
    url: station.url,
    seed: 'cart',
    members,
    paceMs: 0,
    heartbeatMs: 30_000,
    clock: systemClock,
    observe(event) {
      if (event.type === 'ready') ready.add(event.index);
      if (ready.size === members.length) resolve();
    },
  });
  const run = fleet.run();
  await allReady;

  expect(fleet.counts()).toMatchObject({ ready: 30, refused: 0 });
  await fleet.stop();
  await run;
});

test('nothing acknowledged is lost when a headset goes away and the station is killed meanwhile', async () => {
  await using station = await aRealStation();
  await using running = await aRunningHeadset(station);
  const { headset } = running;
  await running.untilEvent('ready');

  for (let index = 0; index < 300; index += 1) headset.ledger.record(anEvent(index));
  await running.until(() => headset.ledger.acknowledged.has('e-299'));
  await headset.leave();
  for (let index = 300; index < 1_000; index += 1) headset.ledger.record(anEvent(index));
  await station.crash();
  headset.comeBack();
  await running.until(() => headset.ledger.waiting === 0);
  await headset.stop();

  const stored = await station.storedEvents(headset.deviceId ?? '');
  expect(new Set(stored).size).toBe(stored.length);
  expect(headset.ledger.acknowledged).toEqual(headset.ledger.recorded);
  expect([...headset.ledger.acknowledged].filter((id) => !stored.includes(id))).toEqual([]);
});

test('a station killed while headsets report keeps what it acknowledged, once', async () => {
  await using station = await aRealStation();
  const started = await Promise.all(
    [1, 2, 3, 4].map((index) => aRunningHeadset(station, { seed: `h-${index}`, heartbeatMs: 500 })),
  );
  await Promise.all(started.map((running) => running.untilEvent('ready')));
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(started.map((running) => running.untilEvent('delivered', 10 * (round + 1))));
    await station.crash();
  }
  await Promise.all(started.map((running) => running.until(() => running.headset.state === 'ready')));
  await Promise.all(started.map((running) => running.headset.stop()));

  for (const { headset } of started) {
    const stored = await station.storedEvents(headset.deviceId ?? '');
    expect(new Set(stored).size).toBe(stored.length);
    expect([...headset.ledger.acknowledged].filter((id) => !stored.includes(id))).toEqual([]);
  }
  await Promise.all(started.map((running) => running[Symbol.asyncDispose]()));
});

test('an event sent twice is acknowledged twice and stored once by the station', async () => {
  await using station = await aRealStation();
  await using running = await aRunningHeadset(station, { faults: { ...NO_FAULTS, repeatsEvents: true } });
  const { headset } = running;
  await running.until(() => headset.ledger.duplicates > 0);

  const stored = await station.storedEvents(headset.deviceId ?? '');
  expect(new Set(stored).size).toBe(stored.length);
});

test('a headset whose token the station revokes stops and says why', async () => {
  await using station = await aRealStation();
  await using running = await aRunningHeadset(station);
  await running.untilEvent('ready');

  await station.revoke(running.headset.deviceId ?? '');
  await running.untilEvent('refused');

  expect(running.headset.reason?.code).toBe('UNAUTHENTICATED');
});

test('the same headset that enrols elsewhere replaces its record, and the old one stops', async () => {
  await using station = await aRealStation();
  await using first = await aRunningHeadset(station);
  await first.untilEvent('ready');
  await using second = await aRunningHeadset(station);
  await second.untilEvent('ready');
  await first.untilEvent('refused');

  expect(second.headset.identity).toEqual(first.headset.identity);
  expect(first.headset.state).toBe('refused');
});
