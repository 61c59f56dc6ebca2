import { defineConfig } from 'vitest/config';

import { tally } from './test/tally.ts';

/**
 * Need a process of their own: they put a stand-in in the place of a module, which no other file may get.
 */
const ALONE = ['test/desktop/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: ALONE,
        },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: ['test/bench/**', ...ALONE],
          // Half of the time of a file went into loading the service again.
          isolate: false,
        },
      },
    ],
    // The smallest machine that must pass has two cores; of three files one waits for a browser, a network or a process.
    maxWorkers: 3,
    // Nothing takes that long but where the computer is busy with something else.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default', tally('.build/tally.json')],
  },
});
