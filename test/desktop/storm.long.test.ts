import { expect, test, vi } from 'vitest';

import { weatherTheStorm } from './a-storm.ts';

vi.mock('electron', () => import('./stand-in/index.ts'));

test(
  'killed fifty times while thirty headsets enrol, the station comes back each time and all are ready in the end',
  { timeout: 300_000 },
  async () => {
    expect(await weatherTheStorm({ kills: 50, headsets: 30 })).toEqual({ starts: 51, ready: 30 });
  },
);
