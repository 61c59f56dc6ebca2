import { expect, test } from 'vitest';

import { NO_FAULTS } from '../../main/simulator/index.ts';
import { Ledger } from '../../main/agent/reports/ledger.ts';
import { aRunningHeadset } from './a-headset.ts';
import { aStationDouble, type StationDouble } from './station-double.ts';

const anEvent = (index: number) => ({ eventId: `e-${index}`, type: 'X', timestamp: index, payload: null });

const isReport = ({ method }: { method: string }) => method === 'PUT';

async function stored(station: StationDouble, deviceId: string | null): Promise<Set<string>> {
  return new Set(await station.storedEvents(deviceId ?? ''));
}

test('events of an absent headset are sent when it is back', async () => {
  await using station = await aStationDouble();
  await using running = await aRunningHeadset(station);
  const { headset } = running;
  await running.untilEvent('ready');

  await headset.leave();
  const before = station.seen.length;
  headset.ledger.record(anEvent(1));
  await running.clock.wait(20_000, AbortSignal.timeout(120_000));
  expect(station.seen.length).toBe(before);
  headset.comeBack();
  await running.until(() => headset.ledger.acknowledged.has('e-1'));
  await running.untilEvent('ready', 2);

  expect((await stored(station, headset.deviceId)).has('e-1')).toBe(true);
});

test('nothing acknowledged is lost and nothing unacknowledged is dropped when the station restarts', async () => {
  await using station = await aStationDouble();
  await using running = await aRunningHeadset(station);
  const { headset } = running;
  await running.untilEvent('ready');

  await station.stop();
  await running.untilEvent('cut');
  for (let index = 0; index < 40; index += 1) headset.ledger.record(anEvent(index));
  await station.start();
  await running.untilEvent('ready', 2);
  await running.until(() => headset.ledger.waiting === 0);

  expect(headset.ledger.acknowledged).toEqual(headset.ledger.recorded);
  expect(await stored(station, headset.deviceId)).toEqual(headset.ledger.acknowledged);
});

test('events whose acknowledgement was lost are sent again and counted once', async () => {
  await using station = await aStationDouble();
  let failures = 2;
  station.faultFor = (seen) => {
    if (!isReport(seen) || failures === 0) return null;
    failures -= 1;
    return { status: 503, headers: {} };
  };
  await using running = await aRunningHeadset(station);
  const { ledger } = running.headset;
  await running.untilEvent('delivered');
  await running.until(() => ledger.waiting === 0);

  expect(ledger.sent).toBeGreaterThan(ledger.acknowledged.size);
  expect(ledger.duplicates).toBe(0);
  expect(ledger.acknowledged).toEqual(ledger.recorded);
});

test('a closed connection is opened again after growing delays, and a report follows', async () => {
  await using station = await aStationDouble();
  await using running = await aRunningHeadset(station);
  await running.untilEvent('ready');

  const isLink = ({ path }: { path: string }) => path.endsWith('/updates');
  let refusals = 4;
  station.faultFor = (seen) => {
    if (!isLink(seen) || refusals === 0) return null;
    refusals -= 1;
    return { status: 502, headers: {} };
  };
  const waitsBefore = running.clock.waits.length;
  station.cutLinks(running.headset.deviceId ?? '');
  await running.untilEvent('linked', 2);

  const waits = running.clock.waits.slice(waitsBefore);
  for (const step of [500, 1_000, 2_000, 4_000, 8_000]) {
    expect(waits.some((ms) => ms >= step && ms <= step + 250)).toBe(true);
  }
});

test('after 429 nothing is sent until the time that the station named', async () => {
  await using station = await aStationDouble();
  await using running = await aRunningHeadset(station);
  const { headset, clock } = running;
  await running.untilEvent('ready');

  let limitedAtMs = 0;
  let nextAtMs = 0;
  station.faultFor = () => {
    if (limitedAtMs === 0) {
      limitedAtMs = clock.nowMs();
      return { status: 429, headers: { 'retry-after': '9' } };
    }
    if (nextAtMs === 0) nextAtMs = clock.nowMs();
    return null;
  };
  headset.ledger.record(anEvent(1));
  await running.until(() => headset.ledger.acknowledged.has('e-1'));

  expect(nextAtMs - limitedAtMs).toBeGreaterThanOrEqual(9_000);
});

test('a revoked headset stops, says why and sends nothing more', async () => {
  await using station = await aStationDouble();
  await using running = await aRunningHeadset(station);
  await running.untilEvent('ready');

  await station.revoke(running.headset.deviceId ?? '');
  await running.untilEvent('refused');

  expect(running.headset.reason?.code).toBe('UNAUTHENTICATED');
  // What was on its way when it was refused still arrives.
  await running.clock.wait(10_000, AbortSignal.timeout(120_000));
  const last = station.seen.length;
  await running.clock.wait(10_000, AbortSignal.timeout(120_000));
  expect(station.seen.length).toBe(last);
});

test('an event sent twice is acknowledged twice and stored once', async () => {
  await using station = await aStationDouble();
  await using running = await aRunningHeadset(station, { faults: { ...NO_FAULTS, repeatsEvents: true } });
  const { headset } = running;
  await running.until(() => headset.ledger.duplicates > 0);

  const ids = await station.storedEvents(headset.deviceId ?? '');
  expect(new Set(ids).size).toBe(ids.length);
});

test('an interrupted report is sent completely afterwards', async () => {
  await using station = await aStationDouble();
  await using running = await aRunningHeadset(station, { faults: { ...NO_FAULTS, breaksOff: true } });
  const { headset } = running;
  await running.untilEvent('delivered', 5);
  await running.until(() => headset.ledger.waiting === 0);

  expect(await stored(station, headset.deviceId)).toEqual(headset.ledger.recorded);
  expect(station.faults).toEqual([]);
});

test('over 500 events are sent in requests of at most 500', async () => {
  await using station = await aStationDouble();
  await using running = await aRunningHeadset(station);
  const { ledger } = running.headset;
  await running.untilEvent('ready');
  for (let index = 0; index < 1_203; index += 1) ledger.record(anEvent(index));
  await running.until(() => ledger.waiting === 0);

  expect(station.faults).toEqual([]);
  expect(ledger.acknowledged.size).toBeGreaterThanOrEqual(1_203);
});

test('a batch that is too large is halved until it fits', async () => {
  await using station = await aStationDouble();
  const max = 60;
  const eventsOf = (body: unknown) => (body as { events: unknown[] }).events.length;
  station.faultFor = (seen) =>
    isReport(seen) && eventsOf(seen.body) > max ? { status: 413, headers: {} } : null;
  await using running = await aRunningHeadset(station);
  const { ledger } = running.headset;
  await running.untilEvent('ready');
  for (let index = 0; index < 200; index += 1) ledger.record(anEvent(index));
  await running.until(() => ledger.waiting === 0);

  expect(ledger.rejected.size).toBe(0);
  expect(ledger.acknowledged).toEqual(ledger.recorded);
});

test('an event that is too large on its own is dropped, and the rest continues', () => {
  const ledger = new Ledger();
  ledger.record(anEvent(1));
  ledger.halve(ledger.nextBatch());
  ledger.record(anEvent(2));

  expect(ledger.rejected.has('e-1')).toBe(true);
  expect(ledger.nextBatch().map(({ eventId }) => eventId)).toEqual(['e-2']);
});

test('an event that the station refuses is not sent again', () => {
  const ledger = new Ledger();
  ledger.record(anEvent(1));
  ledger.record(anEvent(2));
  ledger.nextBatch();
  ledger.settle({ acknowledged: ['e-2'], rejected: [{ eventId: 'e-1', reason: 'No type' }] });

  expect(ledger.waiting).toBe(0);
  expect(ledger.rejected.get('e-1')).toBe('No type');
  expect([...ledger.acknowledged]).toEqual(['e-2']);
});
