import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { systemClock } from '../../../../main/service/kernel/clock.ts';
import { callAt } from '../../../../main/service/kernel/http/limits/deadline.ts';

const DAY_MS = 86_400_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a time beyond a timer’s maximum is waited for in parts', () => {
  const called = vi.fn<() => void>();
  callAt(systemClock.now() + 40 * DAY_MS, systemClock, called);

  vi.advanceTimersByTime(40 * DAY_MS - 1);
  expect(called).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(called).toHaveBeenCalledTimes(1);
});

test('a clock that was set back meanwhile is waited for', () => {
  const called = vi.fn<() => void>();
  let offsetMs = 0;
  const clock = { now: () => Date.now() + offsetMs };
  callAt(clock.now() + 1_000, clock, called);
  offsetMs = -5_000;

  vi.advanceTimersByTime(5_999);
  expect(called).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(called).toHaveBeenCalledTimes(1);
});

test('a past time fires at once, though not within the call', () => {
  const called = vi.fn<() => void>();
  callAt(systemClock.now() - 1, systemClock, called);

  expect(called).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(called).toHaveBeenCalledTimes(1);
});

test('a cancelled deadline does not fire', () => {
  const called = vi.fn<() => void>();
  const cancel = callAt(systemClock.now() + 40 * DAY_MS, systemClock, called);
  vi.advanceTimersByTime(30 * DAY_MS);

  cancel();
  vi.advanceTimersByTime(30 * DAY_MS);

  expect(called).not.toHaveBeenCalled();
});
