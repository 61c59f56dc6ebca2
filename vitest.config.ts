import { defineConfig } from 'vitest/config';

import { tally } from './test/tally.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bench/**'],
    // The smallest machine that must pass: two cores. Browser and kill -9 tests need the time.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A second run that differs from the first is a defect to see, not to hide.
    retry: 0,
    reporters: ['default', tally('.build/tally.json')],
  },
});
