/** Result of a benchmark: our number as a ratio to a baseline measured in the same run. */
export type Result = Readonly<{
  name: string;
  ratio: number;
  /** The ratio must be at least, or at most, this. */
  bar: Readonly<{ limit: number; is: 'at-least' | 'at-most' }>;
  /** Further conditions. */
  limits?: readonly Readonly<{ what: string; value: number; atMost: number; unit: string }>[];
  /** Both numbers, for a person. */
  detail: string;
}>;

/** Returns true if the result meets its limit and its conditions. */
export function isMet({ ratio, bar, limits = [] }: Result): boolean {
  const isFastEnough = bar.is === 'at-least' ? ratio >= bar.limit : ratio <= bar.limit;
  return isFastEnough && limits.every(({ value, atMost }) => value <= atMost);
}

/** Returns the result as one line. */
export function inOneLine(result: Result): string {
  const { name, ratio, bar, limits = [], detail } = result;
  const sign = bar.is === 'at-least' ? '>=' : '<=';
  const verdict = isMet(result) ? 'ok' : 'MISSED';
  const besides = limits.map(
    ({ what, value, atMost, unit }) => `${what} ${value.toFixed(1)} ${unit} (<= ${atMost} ${unit})  `,
  );
  return `${name}  ratio ${ratio.toFixed(2)}x  bar ${sign} ${bar.limit.toFixed(1)}x  ${besides.join('')}${verdict}  (${detail})`;
}

/** @throws {RangeError} if the list is empty. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError('No values');
  return (upper + lower) / 2;
}
