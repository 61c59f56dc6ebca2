import { setTimeout as sleep } from 'node:timers/promises';

import { setCableRecipe, startCable, stopCable } from '../../shared/contract/enrolment/cable.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import type { AdbBench } from '../support/adb-double/bench.ts';
import type { HeadsetDouble } from '../support/adb-double/headset.ts';
import { type aServedCableStation, cableOf, type HubOfHeadsets } from '../support/cable-bench.ts';

/** A station in its own process. */
export type Station = Awaited<ReturnType<typeof aServedCableStation>>['station'];

/** Enrols headsets that the station manages over adb: plugs them in, and waits until all are ready. */
export async function aManagedCart(
  station: Station,
  bench: AdbBench,
  hub: HubOfHeadsets,
  count: number,
): Promise<{ readonly ids: readonly string[]; readonly doubles: readonly HeadsetDouble[] }> {
  const cart = 'bench';
  const { body } = await station.call(createSlots, {
    body: { count, labelPrefix: 'B-', cart: { id: cart, label: cart } },
  });
  await station.call(setCableRecipe, { body: { cart, name: cart, agent: null } });
  await station.call(startCable, { body: { cart } });
  const doubles: HeadsetDouble[] = [];
  for (let port = 1; port <= count; port += 1) {
    const double = await hub.headset();
    doubles.push(double);
    bench.plug(double, port);
  }
  for (const { android } of doubles)
    while ((await cableOf(station, android.serial))?.state !== 'ready') await sleep(500);
  await station.call(stopCable);
  return { ids: body.items.map(({ id }) => id), doubles };
}
