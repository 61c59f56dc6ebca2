import { expect, test } from 'vitest';

import { measurePace } from '../../../renderer/enrolment/cart/pace.ts';

const minute = 60_000;

test('the pace is the median of the intervals between headsets', () => {
  expect(measurePace([0, 30_000, 68_000, 118_000], 10)).toEqual({ msPerHeadset: 38_000, leftMs: 380_000 });
});

test('a break does not slow the pace down', () => {
  expect(measurePace([0, 30_000, 20 * minute, 20 * minute + 30_000], 1)?.msPerHeadset).toBe(30_000);
});

test('the order in which headsets are listed does not matter', () => {
  expect(measurePace([60_000, 0, 30_000], 2)).toEqual(measurePace([0, 30_000, 60_000], 2));
});

test('two headsets are too few for a pace', () => {
  expect(measurePace([0, 30_000], 28)).toBeNull();
});

test('only the last intervals count, because people get faster', () => {
  const slow = Array.from({ length: 10 }, (_, index) => index * minute);
  const quick = Array.from({ length: 12 }, (_, index) => 9 * minute + (index + 1) * 20_000);

  expect(measurePace([...slow, ...quick], 1)?.msPerHeadset).toBe(20_000);
});
