import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openFrameBatch } from '../../../renderer/service/frame-batch.ts';

/** A screen at 60 Hz. */
const FRAME_MS = 16;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, FRAME_MS));
  vi.stubGlobal('cancelAnimationFrame', (frame: ReturnType<typeof setTimeout>) => clearTimeout(frame));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('updates within one frame are delivered together, in order', () => {
  const batches: (readonly number[])[] = [];
  const batch = openFrameBatch<number>((items) => batches.push(items));
  for (let item = 0; item < 1_000; item += 1) batch.add(item);
  expect(batches).toEqual([]);
  vi.advanceTimersByTime(FRAME_MS);
  expect(batches).toHaveLength(1);
  expect(batches[0]).toEqual(Array.from({ length: 1_000 }, (_, item) => item));
});

test('a stream of changes is applied at most four times a second', () => {
  const batches: (readonly number[])[] = [];
  const batch = openFrameBatch<number>((items) => batches.push(items));
  for (let ms = 0; ms < 2_000; ms += 1) {
    batch.add(ms);
    vi.advanceTimersByTime(1);
  }
  vi.advanceTimersByTime(1_000);
  expect(batches.flat()).toHaveLength(2_000);
  expect(batches.length).toBeLessThanOrEqual(9);
});

test('a hidden tab, which draws no frames, still gets its changes', () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const batches: (readonly string[])[] = [];
  openFrameBatch<string>((items) => batches.push(items)).add('a');
  vi.advanceTimersByTime(1_000);
  expect(batches).toEqual([['a']]);
});

test('nothing is delivered after closing', () => {
  const batches: (readonly string[])[] = [];
  const batch = openFrameBatch<string>((items) => batches.push(items));
  batch.add('a');
  batch.close();
  vi.advanceTimersByTime(2_000);
  expect(batches).toEqual([]);
});
