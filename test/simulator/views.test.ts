import fc from 'fast-check';
import { decode, encode } from 'jpeg-js';
import { expect, test } from 'vitest';

import { CELLS, cellsOf, STRIP_PERIOD_MS, timeOf } from '../../main/simulator/views/clock-strip.ts';
import { Scene, toRgba } from '../../main/simulator/views/scene.ts';
import { pictureFacts } from '../../main/service/commands/views/picture-size.ts';

test('a painted clock is read back, and a damaged one is not read as another time', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 45), fc.nat(CELLS - 1), (timeMs, at) => {
      const cells = cellsOf(timeMs);
      expect(timeOf(cells)).toBe(timeMs % STRIP_PERIOD_MS);
      expect(timeOf(cells.with(at, cells[at] !== true))).not.toBe(timeMs % STRIP_PERIOD_MS);
    }),
  );
});

test('the clock is read back from a small picture that was compressed as JPEG', () => {
  const timeMs = 1_789_373_700_123;
  const { width, height } = { width: 320, height: 180 };
  const data = toRgba(new Scene('A-16').paint(width, height, timeMs));
  const jpeg = encode({ width, height, data }, 55).data;
  const shown = decode(jpeg);
  const cell = width / CELLS;
  const cells = Array.from({ length: CELLS }, (_each, at) => {
    const place = (Math.floor(cell / 2) * width + Math.floor((at + 0.5) * cell)) * 4;
    return (shown.data[place] ?? 0) > 128;
  });
  expect(timeOf(cells)).toBe(timeMs % STRIP_PERIOD_MS);
  expect(pictureFacts(jpeg)).toEqual({ type: 'image/jpeg', width, height });
  expect(jpeg.length).toBeLessThan(16 * 1024);
});

test('another headset and another time look different', () => {
  const bytes = (name: string, timeMs: number): string =>
    Buffer.from(new Scene(name).paint(320, 180, timeMs).data).toString('base64');
  const all = [bytes('A-01', 1_000), bytes('A-02', 1_000), bytes('A-01', 2_000)];
  expect(new Set(all).size).toBe(3);
});
