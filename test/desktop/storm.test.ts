import { expect, test, vi } from 'vitest';

import { weatherTheStorm } from './a-storm.ts';

vi.mock('electron', () => import('./stand-in/index.ts'));

test('killed five times while six headsets enrol, the station comes back each time and all are ready in the end', async () => {
  expect(await weatherTheStorm({ kills: 5, headsets: 6 })).toEqual({ starts: 6, ready: 6 });
});
