import { createSlots } from '../../shared/contract/station.ts';
import { issueToken } from '../../shared/contract/tokens.ts';
import {
  Fleet,
  NO_FAULTS,
  onlyWith,
  systemClock,
  USUAL_HABITS,
  type Headset,
} from '../../main/simulator/index.ts';
import type { TestStation } from '../support/a-station.ts';

/** Headsets that live: they apply what they are told, report it and can leave. */
export type SimulatedCart = AsyncDisposable & {
  readonly headsets: readonly Headset[];
  /** In the order of their names. */
  readonly ids: readonly string[];
};

type CartOptions = {
  readonly label?: string;
  readonly prefix?: string;
  readonly shelves?: number;
  /** Indexes of headsets on which every download breaks. */
  readonly failing?: readonly number[];
};

/** Between two reports of a headset, in ms. */
const HEARTBEAT_MS = 1_000;

/** A cart of simulated headsets named …, all of them enrolled and ready. */
export async function aSimulatedCart(
  station: TestStation,
  count: number,
  { label = 'Cart A', prefix = 'A-', shelves = 1, failing = [] }: CartOptions = {},
): Promise<SimulatedCart> {
  const slots = await station.call(createSlots, {
    body: { count, labelPrefix: prefix, cart: { label, shelves } },
  });
  const enrol = await station.call(issueToken, { body: { scope: 'enroll', expiresInSec: 3_600 } });
  const ready = new Set<number>();
  const { promise: allReady, resolve } = Promise.withResolvers<void>();
  const fleet = new Fleet({
    url: station.url,
    seed: prefix,
    members: slots.body.items.map(({ enrollmentToken }, index) => ({
      enrolToken: enrol.body.token,
      admission: onlyWith({ kind: 'token', enrollmentToken }),
      habits: USUAL_HABITS,
      faults: { ...NO_FAULTS, failedDownloadShare: failing.includes(index) ? 1 : 0 },
    })),
    paceMs: 0,
    heartbeatMs: HEARTBEAT_MS,
    clock: systemClock,
    observe: (event) => {
      if (event.type === 'ready') ready.add(event.index);
      if (ready.size === count) resolve();
    },
  });
  const run = fleet.run();
  await allReady;
  return {
    headsets: fleet.headsets,
    ids: slots.body.items.map(({ id }) => id),
    [Symbol.asyncDispose]: async () => {
      await fleet.stop();
      await run;
    },
  };
}
