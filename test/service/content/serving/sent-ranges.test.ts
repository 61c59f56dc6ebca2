import fc from 'fast-check';
import { expect, test } from 'vitest';

import { cover, type Coverage, coveredBytes } from '../../../../main/service/content/serving/sent-ranges.ts';

const range = fc.tuple(fc.nat(60), fc.nat(60));

test('overlapping byte ranges count once, in any order', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 30 }), (ranges) => {
      const bytes = new Set<number>();
      let covered: Coverage = [];
      for (const [start, end] of ranges) {
        covered = cover(covered, start, end);
        for (let at = start; at < end; at += 1) bytes.add(at);
      }

      expect(coveredBytes(covered)).toBe(bytes.size);
      for (const [at, [start, end]] of covered.entries()) {
        expect(start).toBeLessThan(end);
        expect(covered[at - 1]?.[1] ?? -1).toBeLessThan(start);
      }
    }),
  );
});

test('adjacent ranges are one', () => {
  expect(cover(cover([], 0, 10), 10, 20)).toEqual([[0, 20]]);
  expect(cover([[0, 20]], 5, 5)).toEqual([[0, 20]]);
});
