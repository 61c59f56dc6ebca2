import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  type ClockReading,
  judgeClocks,
  skewOf,
} from '../../../../main/service/devices/events/clock-skew.ts';

const NOW = 1_789_373_700_000;
const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Deliveries a minute apart, the last one now, with a clock that is off by `skewMs`; the newest event waited
 * `waitedMs`.
 */
function deliveries(count: number, skewMs: number, waitedMs = 0) {
  return Array.from({ length: count }, (_, index) => NOW - index * MINUTE).flatMap((receivedAtMs) => [
    { receivedAtMs, timestampMs: receivedAtMs + skewMs - waitedMs },
    { receivedAtMs, timestampMs: receivedAtMs + skewMs - waitedMs - 30 * SECOND },
  ]);
}

function readings(...skews: readonly number[]): ClockReading[] {
  return skews.map((skewMs, index) => ({ deviceId: `d-${index}`, label: null, enterpriseId: 'e', skewMs }));
}

test('the skew is that of the newest event of each delivery, because it waited least', () => {
  expect(skewOf(deliveries(5, 0))).toBe(0);
  expect(skewOf(deliveries(5, 3 * HOUR))).toBe(3 * HOUR);
  expect(skewOf(deliveries(5, -3 * HOUR, SECOND))).toBe(-3 * HOUR - SECOND);
});

test('a headset that delivers events of several days at once does not count as slow', () => {
  const old = { receivedAtMs: NOW + MINUTE, timestampMs: NOW - 72 * HOUR };
  expect(skewOf([...deliveries(5, 0), old])).toBe(0);
});

test('a clock that was corrected more than an hour ago is correct', () => {
  const before = deliveries(15, 5 * HOUR).map((each) => ({
    timestampMs: each.timestampMs - 2 * HOUR,
    receivedAtMs: each.receivedAtMs - 2 * HOUR,
  }));
  expect(skewOf([...before, ...deliveries(1, 0)])).toBe(0);
});

test('a headset without events has no skew', () => {
  expect(skewOf([])).toBeUndefined();
});

test('whatever waits and in whatever order events arrive, a correct clock is never ahead', () => {
  const event = fc.record({ receivedAtMs: fc.integer({ min: NOW - HOUR, max: NOW }), waited: fc.nat() });
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 60 }), (input) => {
      const events = input.map(({ receivedAtMs, waited }) => ({
        receivedAtMs,
        timestampMs: receivedAtMs - waited,
      }));
      const skew = skewOf(events);
      expect(skew).toBeLessThanOrEqual(0);
      expect(skewOf(events.toReversed())).toBe(skew);
    }),
    { seed: 20_261_121 },
  );
});

test('without readings there is no finding, and with correct ones a good finding', () => {
  expect(judgeClocks([])).toMatchObject({ finding: 'CLOCKS_UNKNOWN', measured: 0 });
  expect(judgeClocks(readings(0, 119 * SECOND, -9 * MINUTE))).toMatchObject({
    finding: 'CLOCKS_RIGHT',
    measured: 3,
    wrong: [],
  });
});

test('a clock two minutes ahead or ten behind is wrong, the worst first', () => {
  const verdict = judgeClocks(readings(0, 121 * SECOND, -11 * MINUTE, 0, 0));
  expect(verdict.finding).toBe('CLOCKS_WRONG');
  expect(verdict.wrong.map(({ deviceId }) => deviceId)).toEqual(['d-2', 'd-1']);
});

test('if most headsets agree with each other and not with the station, its own clock is suspected', () => {
  expect(judgeClocks(readings(HOUR, HOUR + MINUTE, HOUR, 0)).finding).toBe('CLOCKS_AGAINST_STATION');
  expect(judgeClocks(readings(HOUR, HOUR)).finding).toBe('CLOCKS_WRONG');
  expect(judgeClocks(readings(HOUR, HOUR, HOUR, 0, 0)).finding).toBe('CLOCKS_WRONG');
  expect(judgeClocks(readings(HOUR, 2 * HOUR, 3 * HOUR)).finding).toBe('CLOCKS_WRONG');
});
