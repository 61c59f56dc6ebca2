import { expect, test, vi } from 'vitest';

import { runStorm } from './a-storm.ts';

vi.mock('electron', () => import('./stand-in/index.ts'));

test('killed five times while six headsets enrol, the station restarts each time and all headsets become ready', async () => {
  expect(await runStorm({ kills: 5, headsets: 6 })).toEqual({ starts: 6, ready: 6 });
});
