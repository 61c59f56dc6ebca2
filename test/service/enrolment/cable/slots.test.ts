import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { unenrollDevice } from '../../../../shared/contract/commands/commands.ts';
import { getCable, retryCable, startCable } from '../../../../shared/contract/enrolment/cable.ts';
import { enrolDevice } from '../../../../shared/contract/enrolment/enrolment.ts';
import { createAcceptanceSheet } from '../../../../shared/contract/enrolment/carts.ts';
import { createProfile } from '../../../../shared/contract/configuration/profiles.ts';
import { setMetadata } from '../../../../shared/contract/devices/metadata.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { createSlots } from '../../../../shared/contract/operations/station.ts';
import type { TestStation } from '../../../support/a-station.ts';
import { type AdbBench, realAdb } from '../../../support/adb-double/bench.ts';
import {
  aCableStation,
  aCartForCable,
  AGENT,
  aServedCableStation,
  cableOf,
  HubOfHeadsets,
  onlyAgent,
} from '../../../support/cable-bench.ts';
import { longTest } from '../../../support/long.ts';
import { aFolder } from '../../../support/temp-folder.ts';

const program = realAdb();

describe.skipIf(program === undefined)('slots at the cable', () => {
  const open = aCableStation(program);

  async function aCart(station: TestStation, bench: AdbBench, count: number) {
    const { smallAgent, ...recipeChanges } = onlyAgent(station);
    const cart = await aCartForCable(station, count, recipeChanges);
    const hub = new HubOfHeadsets(bench);
    hub.packages.set(smallAgent, AGENT);
    return { ...cart, hub };
  }
  const slotOf = async (station: TestStation, serial: string) => {
    const { state, slot } = (await cableOf(station, serial)) ?? {};
    return { state, slot: slot?.label };
  };

  test('a headset that waits for authorisation keeps the slot of its port', async () => {
    const { bench, station } = await open();
    const { cart, hub } = await aCart(station, bench, 3);
    await using _ = hub;
    const first = await hub.headset({ serial: 'LATE', isAllowed: false });
    const second = await hub.headset({ serial: 'EARLY' });
    bench.plug(first, 1);
    await expect.poll(() => cableOf(station, first.address)).toMatchObject({ state: 'unauthorized' });
    bench.plug(second, 2);
    await expect.poll(() => cableOf(station, 'EARLY')).toMatchObject({ state: 'free' });
    await station.call(startCable, { body: { cart } });
    await expect.poll(() => slotOf(station, 'EARLY')).toEqual({ state: 'ready', slot: 'A-02' });
    expect(await slotOf(station, first.address)).toEqual({ state: 'unauthorized', slot: 'A-01' });
    expect((await station.call(getCable)).body.nextSlot).toMatchObject({ label: 'A-03' });
    first.allow();
    await expect.poll(() => slotOf(station, 'LATE')).toEqual({ state: 'ready', slot: 'A-01' });
  });

  test('a headset that was enrolled by code is recognised by its MAC address and not changed', async () => {
    const { bench, station } = await open();
    const { cart, hub, slots } = await aCart(station, bench, 2);
    await using _ = hub;
    const enrolled = await station.call(enrolDevice, {
      body: { enrollmentToken: slots[0]?.enrollmentToken, androidId: 'typed-code' },
    });
    const { id: deviceId, accessToken: token } = enrolled.body;
    await station.call(updateDevice, {
      params: { deviceId },
      token,
      body: { androidId: 'typed-code', macAddress: '2C:26:17:0A:0B:0C' },
    });
    const double = await hub.headset({ serial: 'BYCODE', macAddress: '2c:26:17:0a:0b:0c' });
    bench.plug(double, 1);
    await station.call(startCable, { body: { cart } });
    await expect.poll(() => slotOf(station, 'BYCODE')).toEqual({ state: 'known', slot: 'A-01' });
    expect(double.android.packages).toEqual([]);
  });

  test('a headset gets the slot that an asset list states for its serial number, and another one does not', async () => {
    const { bench, station } = await open();
    const { cart, hub, slots } = await aCart(station, bench, 3);
    await using _ = hub;
    for (const [at, serial] of [
      [0, 'LISTED-1'],
      [1, 'LISTED-2'],
    ] as const) {
      const value = { group: { id: cart, label: cart }, place: at + 1, asset: { serial, macAddress: null } };
      const params = { deviceId: slots[at]?.id ?? '', namespace: 'muster' };
      await station.call(setMetadata, { params, body: value });
    }
    bench.plug(await hub.headset({ serial: 'UNLISTED' }), 1);
    bench.plug(await hub.headset({ serial: 'LISTED-2' }), 2);
    await expect.poll(() => cableOf(station, 'LISTED-2')).toMatchObject({ state: 'free' });
    await expect.poll(() => cableOf(station, 'UNLISTED')).toMatchObject({ state: 'free' });
    await station.call(startCable, { body: { cart } });
    await expect.poll(() => slotOf(station, 'LISTED-2')).toEqual({ state: 'ready', slot: 'A-02' });
    await expect.poll(() => slotOf(station, 'UNLISTED')).toEqual({ state: 'ready', slot: 'A-03' });
  });

  longTest('a headset that left its slot since then is prepared anew', async () => {
    const { bench, station } = await open();
    const { cart, hub, slots } = await aCart(station, bench, 1);
    await using _ = hub;
    bench.plug(await hub.headset({ serial: 'AGAIN' }), 1);
    await station.call(startCable, { body: { cart } });
    await expect.poll(() => slotOf(station, 'AGAIN')).toEqual({ state: 'ready', slot: 'A-01' });
    const before = await cableOf(station, 'AGAIN');
    await station.call(unenrollDevice, { params: { deviceId: slots[0]?.id ?? '' } });
    await expect
      .poll(async () => (await cableOf(station, 'AGAIN'))?.steps[0]?.startedAtMs ?? 0)
      .toBeGreaterThan(before?.steps[0]?.startedAtMs ?? Number.POSITIVE_INFINITY);
    await expect.poll(() => slotOf(station, 'AGAIN')).toEqual({ state: 'ready', slot: 'A-01' });
  });

  longTest('a cart without a free slot says so, and the headset begins when there is one', async () => {
    const { bench, station } = await open();
    const { cart, hub } = await aCart(station, bench, 1);
    await using _ = hub;
    bench.plug(await hub.headset({ serial: 'HAS-ONE' }), 1);
    bench.plug(await hub.headset({ serial: 'HAS-NONE' }), 2);
    await expect.poll(() => slotOf(station, 'HAS-NONE')).toMatchObject({ state: 'free' });
    await expect.poll(() => slotOf(station, 'HAS-ONE')).toMatchObject({ state: 'free' });
    await station.call(startCable, { body: { cart } });
    await expect
      .poll(() => cableOf(station, 'HAS-NONE'))
      .toMatchObject({
        state: 'failed',
        steps: [{ step: 'check', failure: 'NO_FREE_SLOT' }, {}, {}, {}, {}, {}, {}, {}],
      });
    expect((await station.call(retryCable, { body: { serial: 'HAS-NONE' } })).status).toBe(200);
    await station.call(createSlots, {
      body: { count: 1, labelPrefix: 'B-', cart: { id: cart, label: cart } },
    });
    await expect.poll(() => slotOf(station, 'HAS-NONE')).toMatchObject({ state: 'ready' });
  });

  longTest(
    'a station that is killed after the agent was told does not enrol the headset a second time',
    async () => {
      const { bench } = await open();
      using folder = aFolder();
      const before = await aServedCableStation(bench, folder.path);
      const { smallAgent, ...recipeChanges } = onlyAgent(before.station);
      const { cart, slots } = await aCartForCable(before.station, 2, recipeChanges);
      await using hub = new HubOfHeadsets(bench);
      hub.packages.set(smallAgent, AGENT);
      const double = await hub.headset({ serial: 'OUTLIVES' });
      let file = '';
      double.android.onWake = (command) => void (file = command[command.indexOf('file') + 1] ?? '');
      bench.plug(double, 1);
      await before.station.call(startCable, { body: { cart } });
      await expect.poll(() => file).not.toBe('');
      await before.served.kill();

      const { served, station } = await aServedCableStation(bench, folder.path);
      const { accessToken: token } = z
        .object({ accessToken: z.string() })
        .parse(JSON.parse(double.android.disk.text(file) ?? ''));
      const body = { enrollmentToken: slots[0]?.enrollmentToken, androidId: 'told-before' };
      await station.call(enrolDevice, { body, token });
      await station.call(startCable, { body: { cart } });
      await expect.poll(async () => (await cableOf(station, 'OUTLIVES'))?.steps.at(-1)?.state).toBe('done');
      expect(await cableOf(station, 'OUTLIVES')).toMatchObject({ slot: { label: 'A-01' } });
      expect(double.android.disk.text(file)).toBeUndefined();
      expect(double.android.commandLines.filter((line) => line.startsWith('am '))).toHaveLength(1);
      await served.stop();
    },
  );

  test('an enrolled headset gets the recipe’s profile, and is not ready before it has confirmed it', async () => {
    const { bench, station } = await open();
    const settings = { volume: 20 };
    const profile = (await station.call(createProfile, { body: { name: 'Lab', settings } })).body;
    const { smallAgent, ...recipeChanges } = onlyAgent(station);
    const { cart, slots } = await aCartForCable(station, 2, { ...recipeChanges, profileId: profile.id });
    await using hub = new HubOfHeadsets(bench);
    hub.packages.set(smallAgent, AGENT);
    const double = await hub.headset({ serial: 'SILENT' });
    let enrolled: { id: string; accessToken: string } | undefined;
    double.android.onWake = () => {
      const file = double.android.disk.paths.find((path) => path.endsWith('.json')) ?? '';
      const input = z
        .object({ enrollmentToken: z.string(), accessToken: z.string() })
        .parse(JSON.parse(double.android.disk.text(file) ?? ''));
      const body = { enrollmentToken: input.enrollmentToken, androidId: 'silent-one' };
      void station.call(enrolDevice, { body, token: input.accessToken }).then((answer) => {
        enrolled = answer.body;
      });
    };
    bench.plug(double, 1);
    await station.call(startCable, { body: { cart } });
    await expect.poll(() => cableOf(station, 'SILENT')).toMatchObject({ state: 'enrolled' });
    await expect.poll(() => enrolled).toBeDefined();
    const { id: deviceId = '', accessToken: token = '' } = enrolled ?? {};
    const beat = (body: Record<string, unknown>) =>
      station.call(updateDevice, { params: { deviceId }, token, body: { androidId: 'silent-one', ...body } });
    const { settingsRevision } = (await beat({})).body;
    expect(await cableOf(station, 'SILENT')).toMatchObject({ state: 'enrolled' });
    await beat({ settingsRevision, effectiveSettings: settings });
    expect(await cableOf(station, 'SILENT')).toMatchObject({ state: 'ready' });
    const sheet = await station.call(createAcceptanceSheet, { body: { devicesId: [slots[0]?.id] } });
    expect(sheet.body.items[0]).toMatchObject({
      isConfirmed: true,
      profile: { id: profile.id, version: 1 },
      cable: { serial: 'SILENT' },
    });
  });
});
