import {
  Headset,
  NO_FAULTS,
  onlyWith,
  USUAL_HABITS,
  type HeadsetOptions,
} from '../../main/simulator/index.ts';
import { anIdentity } from '../../main/simulator/headset/models.ts';
import { seededRandom } from '../../main/agent/random.ts';
import { aQuickClock } from '../simulator/quick-clock.ts';
import type { TestStation } from './a-station.ts';

/** A simulated headset in its slot. */
export type CartHeadset = { readonly id: string; readonly headset: Headset };

/** Simulated headsets of a cart, enrolled and ready. */
export type SimulatedCart = AsyncDisposable & { readonly headsets: readonly CartHeadset[] };

const MANUFACTURERS = ['PICO', 'Meta', 'HTC'];

/** Fast downloads: only the tested part should take time. */
const HABITS = { ...USUAL_HABITS, bandwidthBytesPerSec: 50_000_000_000 };

/** Fills slots with headsets of PICO, Meta and HTC in turn; `changes` apply to one of them, by its index from 0. */
export async function aSimulatedCart(
  station: TestStation,
  slots: readonly { readonly id: string; readonly enrollmentToken: string }[],
  changes: (index: number) => Partial<HeadsetOptions> = () => ({}),
): Promise<SimulatedCart> {
  const enrolToken = await station.issue({ scope: 'enroll' });
  const clock = aQuickClock();
  const lives: Promise<void>[] = [];
  const ready: Promise<void>[] = [];
  const headsets = slots.map(({ id, enrollmentToken }, index) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const headset = new Headset({
      url: station.url,
      seed: aSeedOf(MANUFACTURERS[index % MANUFACTURERS.length] ?? '', index),
      enrolToken,
      admission: onlyWith({ kind: 'token', enrollmentToken }),
      heartbeatMs: 60_000,
      habits: HABITS,
      faults: NO_FAULTS,
      clock,
      observe: ({ type }) => {
        if (type === 'ready') resolve();
      },
      ...changes(index),
    });
    lives.push(headset.run());
    ready.push(promise);
    return { id, headset };
  });
  await Promise.all(ready);
  return {
    headsets,
    async [Symbol.asyncDispose]() {
      await Promise.all(headsets.map(({ headset }) => headset.stop()));
      await Promise.all(lives);
    },
  };
}

/** The first seed that makes a headset of this manufacturer. */
function aSeedOf(manufacturer: string, index: number): string {
  for (let number = 0; ; number += 1) {
    const seed = `cart/${index}/${number}`;
    if (anIdentity(seededRandom(`${seed}/identity`)).model.name.startsWith(manufacturer)) return seed;
  }
}
