import fc from 'fast-check';
import { expect, test } from 'vitest';

import { RateMeter, secondsLeft } from '../../../../main/service/content/serving/rate.ts';

test('a steady transfer shows its own rate, from its first second on', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 20, max: 100 }), (kilobytes, steps) => {
      const meter = RateMeter.ofHeadset();
      for (let at = 0; at < steps; at += 1) meter.add(kilobytes * 100, at * 100);
      const rate = meter.bytesPerSec(steps * 100);

      expect(rate).toBeGreaterThanOrEqual(kilobytes * 1_000 * 0.85);
      expect(rate).toBeLessThanOrEqual(kilobytes * 1_000 * 1.15);
    }),
  );
});

test('after ten seconds of silence the rate is zero, and later bytes start a new measurement', () => {
  const meter = RateMeter.ofHeadset();
  meter.add(1_000_000, 0);
  expect(meter.bytesPerSec(1_000)).toBe(1_000_000);
  expect(meter.bytesPerSec(11_000)).toBe(0);
  meter.add(500, 20_000);

  expect(meter.bytesPerSec(20_000)).toBe(500);
});

test('the rate of a cart includes the pauses between its headsets, but nothing before a long one', () => {
  const meter = RateMeter.ofCart();
  // Two seconds of bytes, then eight of installing, repeatedly.
  for (let second = 0; second < 60; second += 1) if (second % 10 < 2) meter.add(5_000_000, second * 1_000);

  expect(meter.bytesPerSec(59_999)).toBeCloseTo(1_000_000, -3);
  expect(meter.bytesPerSec(66_000)).toBe(0);
  meter.add(3_000_000, 70_000);
  expect(meter.bytesPerSec(71_000)).toBe(3_000_000);
});

test('a clock that jumps back leaves no stale rate', () => {
  const meter = RateMeter.ofHeadset();
  meter.add(1_000, 100_000);
  meter.add(2_000, 5_000);

  expect(meter.bytesPerSec(5_000)).toBe(2_000);
});

test.each([
  [0, 0, 0],
  [-5, 10, 0],
  [10, 0, null],
  [10, 3, 4],
  [9, 3, 3],
])('%d bytes at %d a second take %s', (bytes, rate, seconds) => {
  expect(secondsLeft(bytes, rate)).toBe(seconds);
});
