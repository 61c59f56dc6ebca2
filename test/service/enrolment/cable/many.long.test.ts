import { describe, expect, test } from 'vitest';

import { startCable } from '../../../../shared/contract/enrolment/cable.ts';
import { realAdb } from '../../../support/adb-double/bench.ts';
import {
  aCableStation,
  aCartForCable,
  AGENT,
  cableOf,
  HubOfHeadsets,
  onlyAgent,
} from '../../../support/cable-bench.ts';

const program = realAdb();

describe.skipIf(program === undefined)('more headsets than are prepared at a time', () => {
  const open = aCableStation(program);

  test('the seventeenth is queued with its slot, and begins when one of the sixteen is done', async () => {
    const { bench, station } = await open();
    const { smallAgent, ...recipeChanges } = onlyAgent(station);
    const { cart } = await aCartForCable(station, 17, recipeChanges);
    await using hub = new HubOfHeadsets(bench);
    hub.packages.set(smallAgent, AGENT);
    const slotOf = async (serial: string) => {
      const { state, slot } = (await cableOf(station, serial)) ?? {};
      return { state, slot: slot?.label };
    };
    const { promise: open_, resolve: release } = Promise.withResolvers<undefined>();
    for (let port = 1; port <= 17; port += 1) {
      const double = await hub.headset({ serial: `S${port}` });
      double.android.disk.onArrival = () => open_;
      bench.plug(double, port);
    }
    const states = async () => {
      const all = await Promise.all(Array.from({ length: 17 }, (_, at) => slotOf(`S${at + 1}`)));
      return all.map(({ state }) => state);
    };
    await expect.poll(states).toEqual(Array.from({ length: 17 }, () => 'free'));
    await station.call(startCable, { body: { cart } });
    await expect.poll(states).toEqual([...Array.from({ length: 16 }, () => 'running'), 'queued']);
    expect(await slotOf('S17')).toEqual({ state: 'queued', slot: 'A-17' });
    release(undefined);
    await expect.poll(states).toEqual(Array.from({ length: 17 }, () => 'ready'));
  });
});
