/** Bytes that have been sent, as ranges `[start, end)`: sorted, disjoint, none empty. */
export type Coverage = readonly (readonly [start: number, end: number])[];

/** Adds the range `[start, end)` to the coverage. */
export function cover(covered: Coverage, start: number, end: number): Coverage {
  if (end <= start) return covered;
  const separate = covered.filter(([from, to]) => to < start || from > end);
  const joined = covered.filter(([from, to]) => to >= start && from <= end);
  const whole = [
    Math.min(start, ...joined.map(([from]) => from)),
    Math.max(end, ...joined.map(([, to]) => to)),
  ] as const;
  return [...separate, whole].toSorted(([a], [b]) => a - b);
}

/** Returns the number of bytes covered. */
export function coveredBytes(covered: Coverage): number {
  return covered.reduce((sum, [start, end]) => sum + end - start, 0);
}
