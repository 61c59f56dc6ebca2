import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  type ClockSeen,
  HOLD_MS,
  observeClock,
} from '../../../../main/service/operations/health/clock-jump.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 21);
const steady: ClockSeen = { seenAtMs: NOW, holdUntilMs: NOW, jump: null };

test.for([
  ['a year forward', 365 * DAY_MS, 'forward'],
  ['a year back', -365 * DAY_MS, 'back'],
  ['an hour forward', 3_600_000, null],
  ['an hour back', -3_600_000, null],
  ['a long weekend asleep', 4 * DAY_MS, null],
] as const)('%s is recognised', ([, byMs, jump]) => {
  const seen = observeClock(steady, NOW + byMs, 0);
  expect(seen.jump).toBe(jump);
  expect(seen.holdUntilMs > NOW + byMs).toBe(jump !== null);
});

test('time that passed while the station ran is no clock jump, however long', () => {
  expect(observeClock(steady, NOW + 200 * DAY_MS, 200 * DAY_MS)).toMatchObject({ jump: null });
});

test('after three days elapsed time counts again', () => {
  const jumped = observeClock(steady, NOW + 365 * DAY_MS, 0);
  const later = observeClock(jumped, NOW + 365 * DAY_MS + HOLD_MS, HOLD_MS);
  expect(later.jump).toBeNull();
  expect(later.holdUntilMs).toBeLessThanOrEqual(later.seenAtMs);
});

test('however the clock is set, nothing is delayed for longer than three days', () => {
  const step = fc.record({
    byMs: fc.integer({ min: -800 * DAY_MS, max: 800 * DAY_MS }),
    passedMs: fc.integer({ min: 0, max: 30 * DAY_MS }),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1 }), (steps) => {
      let seen: ClockSeen | undefined;
      let nowMs = NOW;
      for (const { byMs, passedMs } of steps) {
        nowMs += byMs;
        seen = observeClock(seen, nowMs, passedMs);
        expect(seen.holdUntilMs - nowMs).toBeLessThanOrEqual(HOLD_MS);
        expect(seen.seenAtMs).toBe(nowMs);
        expect(seen.jump === null).toBe(seen.holdUntilMs <= nowMs);
      }
    }),
  );
});
