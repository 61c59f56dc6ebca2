/** What a benchmark found: our figure as a ratio to a baseline measured in the same run. */
export type Result = Readonly<{
  name: string;
  ratio: number;
  /** The ratio must be at least, or at most, this. */
  bar: Readonly<{ limit: number; is: 'at-least' | 'at-most' }>;
  /** Both figures, for a person. */
  detail: string;
}>;

/** True when the result meets its bar. */
export function isMet({ ratio, bar }: Result): boolean {
  return bar.is === 'at-least' ? ratio >= bar.limit : ratio <= bar.limit;
}

/** The result as one line. */
export function inOneLine(result: Result): string {
  const { name, ratio, bar, detail } = result;
  const sign = bar.is === 'at-least' ? '>=' : '<=';
  const verdict = isMet(result) ? 'ok' : 'MISSED';
  return `${name}  ratio ${ratio.toFixed(2)}x  bar ${sign} ${bar.limit.toFixed(1)}x  ${verdict}  (${detail})`;
}

/** @throws {RangeError} when there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError('No values');
  return (upper + lower) / 2;
}
