/** Bytes that have been sent, as ranges from `start` up to and without `end`: sorted, apart from each other, none empty. */
export type Coverage = readonly (readonly [start: number, end: number])[];

/** The coverage with one more range, from `start` up to and without `end`. */
export function cover(covered: Coverage, start: number, end: number): Coverage {
  if (end <= start) return covered;
  const apart = covered.filter(([from, to]) => to < start || from > end);
  const joined = covered.filter(([from, to]) => to >= start && from <= end);
  const whole = [
    Math.min(start, ...joined.map(([from]) => from)),
    Math.max(end, ...joined.map(([, to]) => to)),
  ] as const;
  return [...apart, whole].toSorted(([a], [b]) => a - b);
}

/** How many bytes it has. */
export function coveredBytes(covered: Coverage): number {
  return covered.reduce((sum, [start, end]) => sum + end - start, 0);
}
