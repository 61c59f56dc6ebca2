import { test, type TestContext } from 'vitest';

/**
 * For `npm run test:long`. A file `x.long.test.ts` that imports `x.test.ts` runs the same tests with the full number
 * of cases.
 */
export const isLong = process.env['MUSTER_LONG'] === '1';

/** Returns the full number in `npm run test:long`, and a small one in `npm test`. */
export function sized({ long, short }: { readonly long: number; readonly short: number }): number {
  return isLong ? long : short;
}

/** Returns all of them in `npm run test:long`; in `npm test` about this many, evenly spread, including the first. */
export function some<Item>(all: readonly Item[], about: number): readonly Item[] {
  const step = isLong ? 1 : Math.max(1, Math.ceil(all.length / about));
  return all.filter((_, index) => index % step === 0);
}

/** A test for `npm run test:long` only: others of its file represent it in `npm test`. */
export const longTest: (title: string, work: (context: TestContext) => Promise<void> | void) => void = isLong
  ? test
  : () => undefined;

/** A test for `npm test` only: it has no number of cases, and would be the same again. */
export const shortTest: typeof longTest = isLong ? () => undefined : test;
