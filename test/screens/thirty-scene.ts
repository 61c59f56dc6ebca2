import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { createLesson } from '../../shared/contract/classroom/lessons.ts';
import { createPlan, getPlan } from '../../shared/contract/configuration/plans/plans.ts';
import { applyPlan } from '../../shared/contract/configuration/plans/rollouts.ts';
import { createProfile } from '../../shared/contract/configuration/profiles.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import { NO_FAULTS } from '../../main/simulator/index.ts';
import type { TestStation } from '../support/a-station.ts';
import { aSimulatedCart } from '../support/simulated-cart.ts';
import { VOLCANO } from './volcano.ts';

type Staged = AsyncDisposable & { readonly ids: readonly string[]; readonly named: Record<string, string> };

const FAILING = [2, 4];

/** Waits until a running plan waits for approval or is done. */
async function untilSettled(station: TestStation, planId: string): Promise<void> {
  for (;;) {
    const { body } = await station.call(getPlan, { params: { planId } });
    if (body.run?.state !== 'running') return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Thirty headsets of three manufacturers with differing settings, two failing, one away; a preview and a run. */
export async function thirty(station: TestStation): Promise<Staged> {
  const slots = await station.call(createSlots, {
    body: { count: 30, labelPrefix: 'A-', cart: { label: 'Cart A', shelves: 3 } },
  });
  const cart = await aSimulatedCart(station, slots.body.items, (index) =>
    FAILING.includes(index) ? { faults: { ...NO_FAULTS, failedDownloadShare: 1 } } : {},
  );
  const ids = cart.headsets.map(({ id }) => id);
  await station.call(configureDevices, {
    body: {
      devicesId: ids.slice(0, 12),
      settings: { display: { brightness: 40, guardianEnabled: true }, volume: 10 },
    },
  });
  await station.call(configureDevices, {
    body: {
      devicesId: ids.slice(12, 20),
      settings: {
        display: { brightness: 60 },
        wifi: [{ ssid: 'CART-A', password: 'forty-two-bananas' }],
        applications: [{ ...VOLCANO, codeVersion: 2 }],
      },
    },
  });
  await cart.headsets[20]?.headset.leave();
  cart.headsets[7]?.headset.tamper({ volume: 3 });
  const profile = await station.call(createProfile, {
    body: {
      name: 'Science week',
      description: 'Volcano Lab in a kiosk, for the fair',
      settings: {
        kioskMode: { isActive: true, packageName: VOLCANO.packageName },
        applications: [VOLCANO],
        display: { brightness: 70, guardianEnabled: false },
        volume: 12,
        power: { autoSleepDelaySec: 1800 },
      },
    },
  });
  const run = await station.call(createPlan, {
    body: { devicesId: [...ids], settings: { volume: 5, applications: [VOLCANO] }, title: 'Volcano Lab' },
  });
  await station.call(applyPlan, {
    params: { planId: run.body.id },
    body: { waves: [1, 5], stopAtFailedPercent: 20, confirmWithinSec: 30 },
  });
  const lesson = await station.call(createLesson, {
    body: {
      name: 'Volcanoes, lesson 3',
      audience: { kind: 'all' },
      steps: [
        { label: 'Open the lab', action: { do: 'start', packageName: VOLCANO.packageName } },
        { label: 'Quieter', action: { do: 'volume', volume: 30 } },
        { label: 'Look at me', action: { do: 'look' } },
      ],
    },
  });
  await untilSettled(station, run.body.id);
  // Created last, so that nothing has changed since.
  const plan = await station.call(createPlan, {
    body: { devicesId: [...ids], profileId: profile.body.id, title: 'Science week' },
  });
  return {
    ids,
    named: { profile: profile.body.id, plan: plan.body.id, run: run.body.id, lesson: lesson.body.id },
    [Symbol.asyncDispose]: () => cart[Symbol.asyncDispose](),
  };
}
