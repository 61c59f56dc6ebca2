import { describe, expect, test } from 'vitest';

import { INSTALL_FAILURES } from '../../../../main/adb/failures.ts';
import { type CableAdvice, retryCable, startCable } from '../../../../shared/contract/enrolment/cable.ts';
import type { TestStation } from '../../../support/a-station.ts';
import { realAdb } from '../../../support/adb-double/bench.ts';
import type { HeadsetDouble } from '../../../support/adb-double/headset.ts';
import {
  aCableStation,
  aCartForCable,
  AGENT,
  cableOf,
  HubOfHeadsets,
  onlyAgent,
} from '../../../support/cable-bench.ts';
import { some } from '../../../support/long.ts';

const program = realAdb();
const RECEIVER = `${AGENT}/.AdminReceiver`;

/** Messages of `dpm set-device-owner`, by what to do about them. Source: DevicePolicyManagerService. */
const OWNER_WORDS: readonly (readonly [string, CableAdvice])[] = [
  [
    'Not allowed to set the device owner because there are already some accounts on the device.',
    'REMOVE_ACCOUNTS',
  ],
  [
    'Not allowed to set the device owner because there are already several users on the device.',
    'REMOVE_USERS',
  ],
  ['Trying to set the device owner, but device owner is already set.', 'REMOVE_OWNER'],
  ['Trying to set the device owner, but the user already has a profile owner.', 'REMOVE_OWNER'],
  ['Cannot set the device owner if the device is already set-up', 'RESET_HEADSET'],
  [`Unknown admin: ComponentInfo{${RECEIVER}}`, 'CHECK_ADMIN'],
  ['User not running: 0', 'RETRY'],
  ['Neither user 2000 nor current process has android.permission.MANAGE_DEVICE_ADMINS.', 'ALLOW_OWNER'],
];

describe.skipIf(program === undefined)('failures of a headset’s tools', () => {
  const open = aCableStation(program);

  /** Prepares a headset repeatedly, each time with another refusal, and returns the text shown for each. */
  async function shownOf(
    station: TestStation,
    double: HeadsetDouble,
    input: {
      readonly step: string;
      readonly refusals: readonly string[];
      readonly refuse: (words: string) => void;
    },
  ): Promise<{ words: string; failure: string | null; advice: string | null; output: string }[]> {
    const cases = [];
    for (const words of input.refusals) {
      input.refuse(words);
      if (cases.length > 0) await station.call(retryCable, { body: { serial: double.android.serial } });
      const failedStep = async () => {
        const headset = await cableOf(station, double.android.serial);
        const step = headset?.steps.find((each) => each.step === input.step);
        return headset?.state === 'failed' && step?.words?.includes(words) === true ? step : null;
      };
      await expect.poll(failedStep).not.toBeNull();
      const step = await failedStep();
      const { failure = null, advice = null } = step ?? {};
      cases.push({ words, failure, advice, output: step?.words ?? '' });
    }
    return cases;
  }

  test('every failure that `pm install` names is shown by name with what to do', async () => {
    const { bench, station } = await open();
    const { smallAgent, ...recipeChanges } = onlyAgent(station);
    const { cart } = await aCartForCable(station, 1, recipeChanges);
    await using hub = new HubOfHeadsets(bench);
    hub.packages.set(smallAgent, AGENT);
    const double = await hub.headset({ serial: 'PM' });
    const names = some(INSTALL_FAILURES, 8);
    const refuse = (name: string): void => void (double.android.installFailure = name);
    refuse(names[0] ?? '');
    bench.plug(double, 1);
    await station.call(startCable, { body: { cart } });
    const cases = await shownOf(station, double, { step: 'agent', refusals: names, refuse });
    expect(cases).toHaveLength(names.length);
    for (const { words, failure, advice, output } of cases) {
      expect({ words, failure, output }).toEqual({
        words,
        failure: 'INSTALL_FAILED',
        output: `Failure [${words}]`,
      });
      expect({ words, hasAdvice: advice !== null }).toEqual({ words, hasAdvice: true });
    }

    double.android.installFailure = null;
    await station.call(retryCable, { body: { serial: 'PM' } });
    await expect.poll(() => cableOf(station, 'PM')).toMatchObject({ state: 'ready' });
  });

  test('every reason why `dpm` refuses a device owner is shown with what to do', async () => {
    const { bench, station } = await open();
    const { smallAgent, ...recipeChanges } = onlyAgent(station);
    const agent = { ...recipeChanges.agent, deviceOwner: RECEIVER };
    const { cart } = await aCartForCable(station, 1, { ...recipeChanges, agent });
    await using hub = new HubOfHeadsets(bench);
    hub.packages.set(smallAgent, AGENT);
    const double = await hub.headset({ serial: 'DPM' });
    const refuse = (words: string): void => void (double.android.ownerFailure = words);
    const refusals = OWNER_WORDS.map(([words]) => words);
    refuse(refusals[0] ?? '');
    bench.plug(double, 1);
    await station.call(startCable, { body: { cart } });
    const cases = await shownOf(station, double, { step: 'owner', refusals, refuse });
    expect(cases.map(({ words, failure, advice }) => [words, failure, advice])).toEqual(
      OWNER_WORDS.map(([words, advice]) => [words, 'OWNER_REFUSED', advice]),
    );
  });

  test('accounts and another owner are reported before the agent is made device owner', async () => {
    const { bench, station } = await open();
    const { smallAgent, ...recipeChanges } = onlyAgent(station);
    const agent = { ...recipeChanges.agent, deviceOwner: RECEIVER };
    const { cart } = await aCartForCable(station, 2, { ...recipeChanges, agent });
    await using hub = new HubOfHeadsets(bench);
    hub.packages.set(smallAgent, AGENT);
    const [signedIn, owned] = [
      await hub.headset({ serial: 'SIGNED-IN' }),
      await hub.headset({ serial: 'OWNED-BY' }),
    ];
    signedIn.android.accounts = ['com.google', 'com.oculus'];
    owned.android.deviceOwner = 'org.example.mdm/org.example.mdm.Admin';
    bench.plug(signedIn, 1);
    bench.plug(owned, 2);
    await station.call(startCable, { body: { cart } });
    const ownerStep = async (serial: string) =>
      (await cableOf(station, serial))?.steps.find(({ step }) => step === 'owner');
    await expect
      .poll(() => ownerStep('SIGNED-IN'))
      .toMatchObject({
        advice: 'REMOVE_ACCOUNTS',
        words: expect.stringContaining('com.google, com.oculus') as string,
      });
    await expect
      .poll(() => ownerStep('OWNED-BY'))
      .toMatchObject({ advice: 'REMOVE_OWNER', words: expect.stringContaining('org.example.mdm') as string });
    for (const { android } of [signedIn, owned]) {
      expect(android.commandLines.filter((line) => line.startsWith('dpm '))).toEqual([]);
    }
  });
});
