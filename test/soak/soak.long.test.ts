import { expect, test } from 'vitest';

import { soak } from './soak.ts';
import { faultsOf, inText } from './verdict.ts';

test('two minutes of enrolling, reporting, configuring, downloading and kills neither lose nor duplicate anything', async () => {
  const result = await soak({ headsets: 60, minutes: 2, killEveryMinutes: 0.5, heartbeatMs: 2_000 });

  process.stdout.write(`${inText(result)}\n`);
  // Two minutes are too short to measure slopes, so they are only printed; `npm run soak` measures them.
  expect(faultsOf({ ...result, memorySlope: { value: 0, error: 0 } })).toEqual([]);
  expect(result.enrolled).toBe(60);
  expect(result.kills).toBe(3);
}, 240_000);
