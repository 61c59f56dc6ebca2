import { expect, test, vi } from 'vitest';

import { runStorm } from './a-storm.ts';

vi.mock('electron', () => import('./stand-in/index.ts'));

test(
  'killed fifty times while thirty headsets enrol, the station restarts each time and all headsets become ready',
  { timeout: 300_000 },
  async () => {
    expect(await runStorm({ kills: 50, headsets: 30 })).toEqual({ starts: 51, ready: 30 });
  },
);
