import { expect, test } from 'vitest';

import { bothTries, filesToTryAgain } from '../second-try.ts';
import type { Tally } from '../tally.ts';

/** A run of files in each of which one test passed, and those named failed. */
function aRun(files: Readonly<Record<string, readonly string[]>>, outside: readonly string[] = []): Tally {
  return {
    files: Object.entries(files).map(([file, titles]) => ({
      file,
      passed: 1,
      failed: titles.map((title) => ({ title, why: 'too slow' })),
      skipped: [],
    })),
    outside: [...outside],
  };
}

test('the files of what failed are run again, unless more failed than can be bad luck', () => {
  expect(filesToTryAgain(aRun({ 'a.test.ts': [], 'b.test.ts': ['waits'] }))).toEqual(['b.test.ts']);
  expect(filesToTryAgain(aRun({ 'b.test.ts': ['waits'] }, ['nobody listens']))).toEqual([]);
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`${index}.test.ts`, ['waits']]));
  expect(filesToTryAgain(aRun(many))).toEqual([]);
});

test('what passes at the second try is counted and told, what fails twice has failed', () => {
  const first = aRun({ 'a.test.ts': [], 'b.test.ts': ['waits', 'holds'] });
  const { tally, unsteady } = bothTries(first, aRun({ 'b.test.ts': ['holds'] }));
  expect(unsteady).toEqual(['b.test.ts: waits (too slow)']);
  expect(tally).toEqual(aRun({ 'a.test.ts': [], 'b.test.ts': ['holds'] }));
});

test('a second try that came to nothing leaves the first as it was', () => {
  const first = aRun({ 'b.test.ts': ['waits'] });
  const { tally, unsteady } = bothTries(first, { files: [], outside: ['vitest ended with 137'] });
  expect(unsteady).toEqual([]);
  expect(tally).toEqual({ ...first, outside: ['vitest ended with 137'] });
});
