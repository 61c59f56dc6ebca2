import { expect, test } from 'vitest';

import { slopeWithin } from './slope.ts';

test('the slope is that within each run, whatever their heights, with its error', () => {
  const points = [1, 2].flatMap((life) =>
    [0, 1, 2, 3].map((x) => [life, x + life * 10, 100 * life + 2 * x] as const),
  );
  expect(slopeWithin(points)).toEqual({ value: 2, error: 0 });
  const noisy = points.map(([life, x, y], at) => [life, x, y + (at % 2 === 0 ? 1 : -1)] as const);
  expect(slopeWithin(noisy).error).toBeGreaterThan(0);
});

test('too few points have no slope', () => {
  expect(slopeWithin([[1, 0, 5]]).value).toBeNaN();
});
