import fc from 'fast-check';
import { expect, test } from 'vitest';

import { listEvents, type DeviceEvent } from '../../../../shared/contract/devices/events.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const DAY_MS = 86_400_000;
const clock = ManualClock.atNoon();
const station = await aSharedStation({ clock });

/** Event ids repeat, times are in any order, some impossible. */
const eventArbitrary = fc.record({
  eventId: fc.integer({ min: 0, max: 60 }).map((number) => `e-${number}`),
  type: fc.constantFrom('X', 'Y', 'Z'),
  offsetMs: fc.oneof(
    fc.integer({ min: -4 * DAY_MS, max: 0 }),
    fc.integer({ min: -200 * DAY_MS, max: 2 * DAY_MS }),
    fc.constantFrom(0, -1, -DAY_MS, DAY_MS, DAY_MS + 1, -180 * DAY_MS, -180 * DAY_MS - 1),
  ),
});
const batchesArbitrary = fc.array(fc.array(eventArbitrary, { maxLength: 25 }), {
  minLength: 1,
  maxLength: 4,
});
const queryArbitrary = fc.record({
  type: fc.constantFrom(undefined, 'X', 'Y'),
  fromOffsetMs: fc.option(fc.integer({ min: -190 * DAY_MS, max: 2 * DAY_MS }), { nil: undefined }),
  toOffsetMs: fc.option(fc.integer({ min: -5 * DAY_MS, max: 2 * DAY_MS }), { nil: undefined }),
  limit: fc.integer({ min: 1, max: 20 }),
});

type Known = { eventId: string; type: string; orderMs: number; seq: number };

/** The design's rule for an event's time. */
function placeOf(timestamp: number, receivedAtMs: number): number {
  const isSuspect = timestamp > receivedAtMs + DAY_MS || timestamp < receivedAtMs - 180 * DAY_MS;
  return isSuspect ? receivedAtMs : timestamp;
}

test('pages with any filter are slices of the filtered history, whatever arrived late, twice or out of order', async () => {
  await fc.assert(
    fc.asyncProperty(
      batchesArbitrary,
      fc.array(queryArbitrary, { maxLength: 3 }),
      async (batches, queries) => {
        const { id, token } = await station.enrolled();
        const params = { deviceId: id };
        const known = new Map<string, Known>();
        for (const batch of batches) {
          clock.advance(1_000);
          const now = clock.now();
          const events = batch.map(({ eventId, type, offsetMs }) => ({
            eventId,
            type,
            timestamp: now + offsetMs,
          }));
          const { body } = await station.call(updateDevice, { params, token, body: { events } });
          expect(body.acknowledged).toEqual(events.map(({ eventId }) => eventId));
          for (const { eventId, type, timestamp } of events) {
            if (known.has(eventId)) continue;
            known.set(eventId, { eventId, type, orderMs: placeOf(timestamp, now), seq: known.size });
          }
        }
        const whole = [...known.values()].toSorted((a, b) => b.orderMs - a.orderMs || b.seq - a.seq);

        for (const { type, fromOffsetMs, toOffsetMs, limit } of [...queries, { limit: 7 }].map((each) => ({
          type: undefined,
          fromOffsetMs: undefined,
          toOffsetMs: undefined,
          ...each,
        }))) {
          const now = clock.now();
          const fromMs = fromOffsetMs === undefined ? undefined : now + fromOffsetMs;
          const toMs = toOffsetMs === undefined ? undefined : now + toOffsetMs;
          const expected = whole.filter(
            (event) =>
              (type === undefined || event.type === type) &&
              event.orderMs >= (fromMs ?? -Infinity) &&
              event.orderMs <= (toMs ?? Infinity),
          );
          const query = {
            limit: String(limit),
            ...(type === undefined ? {} : { type }),
            ...(fromMs === undefined ? {} : { from: new Date(fromMs).toISOString() }),
            ...(toMs === undefined ? {} : { to: new Date(toMs).toISOString() }),
          };
          const seen = await readAll(params, query);
          const own = seen.filter((event) => event.type !== 'DEVICE_ENROLLED');
          expect(own.map(({ eventId }) => eventId)).toEqual(expected.map(({ eventId }) => eventId));
        }
      },
    ),
    { numRuns: 25, seed: 20_260_101 },
  );
});

/** Reads every page until one is short; each page's total must be the number of all. */
async function readAll(
  params: { deviceId: string },
  query: Record<string, string> & { limit: string },
): Promise<DeviceEvent[]> {
  const all: DeviceEvent[] = [];
  const totals = new Set<number>();
  for (let page = 1; ; page += 1) {
    const { body } = await station.call(listEvents, { params, query: { ...query, page: String(page) } });
    all.push(...body.items);
    totals.add(body.total);
    if (body.items.length < Number(query.limit)) break;
  }
  expect([...totals]).toEqual([all.length]);
  return all;
}
