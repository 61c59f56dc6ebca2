import { resolve } from 'node:path';

import { defineConfig } from 'vitest/config';

import { tally } from './test/tally.ts';

/** What is long by nature is run by `npm run test:long`, and by nothing else. */
const isLong = process.env['MUSTER_LONG'] === '1';
const LONG = 'test/**/*.long.test.ts';
const TESTS = isLong ? 'long.test.ts' : 'test.ts';
const LEFT_OUT = ['test/bench/**', ...(isLong ? [] : [LONG])];

/**
 * Need a process of their own: they put a stand-in in the place of a module, which no other file may get.
 */
const ALONE = [`test/desktop/*.${TESTS}`];

/**
 * Run after all others, with nothing beside them: live views get a lower quality where the processor is busy, so that
 * other tests would decide the result.
 */
const QUIET = [`test/lan/views.${TESTS}`];

// Every test starts threads and programs from TypeScript: without a cache each strips the types of the same files again.
process.env['NODE_COMPILE_CACHE'] ??= resolve(import.meta.dirname, '.build/compile-cache');

export default defineConfig({
  test: {
    globalSetup: ['test/built.ts'],
    // No test looks for headsets on the network of this computer.
    env: { ADB_MDNS: '0' },
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: ALONE,
          exclude: LEFT_OUT,
        },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          include: [`test/**/*.${TESTS}`],
          exclude: [...LEFT_OUT, ...ALONE, ...QUIET],
          // Half of the time of a file went into loading the service again.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'quiet',
          include: QUIET,
          exclude: LEFT_OUT,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    // The smallest machine that must pass has two cores; of four files two wait for a browser, a network or a process.
    maxWorkers: 4,
    // Nothing takes that long but where the computer is busy with something else.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    reporters: ['default', tally('.build/tally.json')],
  },
});
