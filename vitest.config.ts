import { defineConfig } from 'vitest/config';

import { tally } from './test/tally.ts';

/** Puts a stand-in in the place of a module, which no other file may get. */
const STAND_INS = ['test/desktop/shell.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: STAND_INS,
        },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: ['test/bench/**', ...STAND_INS],
          // Half of the time of a file went into loading the service again.
          isolate: false,
        },
      },
    ],
    // The smallest machine that must pass has two cores; of three files one waits for a browser, a network or a process.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A second run that differs from the first is a defect to see, not to hide.
    retry: 0,
    reporters: ['default', tally('.build/tally.json')],
  },
});
