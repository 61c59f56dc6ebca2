import { test, type TestContext } from 'vitest';

/** Of `npm run test:long`. A file `x.long.test.ts` that imports `x.test.ts` runs the same tests with their whole number. */
export const isLong = process.env['MUSTER_LONG'] === '1';

/** The whole number of something in `npm run test:long`, and a few of it in `npm test`. */
export function sized({ long, short }: { readonly long: number; readonly short: number }): number {
  return isLong ? long : short;
}

/** All of them in `npm run test:long`; in `npm test` about so many, spread evenly over all, the first among them. */
export function some<Item>(all: readonly Item[], about: number): readonly Item[] {
  const step = isLong ? 1 : Math.max(1, Math.ceil(all.length / about));
  return all.filter((_, index) => index % step === 0);
}

/** A test that `npm run test:long` alone runs: others of its file stand for it in `npm test`. */
export const longTest: (title: string, work: (context: TestContext) => Promise<void> | void) => void = isLong
  ? test
  : () => undefined;
