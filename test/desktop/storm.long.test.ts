import { expect, test, vi } from 'vitest';

import { runStorm } from './a-storm.ts';

vi.mock('electron', () => import('./stand-in/index.ts'));

test('killed twenty times while thirty headsets enrol, the station restarts each time and all headsets become ready', async () => {
  expect(await runStorm({ kills: 20, headsets: 30 })).toEqual({ starts: 21, ready: 30 });
});
