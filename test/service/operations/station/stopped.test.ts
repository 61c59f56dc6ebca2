import { expect, test } from 'vitest';

import { aStation } from '../../../support/a-station.ts';
import { collectGarbage } from '../../../support/collect-garbage.ts';

/** A station that answered, was measured and stopped; nothing here refers to it any more. */
async function aStopped(): Promise<WeakRef<object>> {
  const station = await aStation();
  await station.slots(1);
  // Loads the metrics, which otherwise happens some time after the start.
  await station.send('GET', '/metrics');
  await station[Symbol.asyncDispose]();
  return new WeakRef(station.service);
}

test('a service that was stopped keeps no memory: an application that restarts it often does not grow', async () => {
  const stopped = await aStopped();
  // Its last timers run out within ten seconds.
  await expect
    .poll(
      () => {
        collectGarbage();
        return stopped.deref() === undefined;
      },
      { interval: 1_000 },
    )
    .toBe(true);
});
