import { expect, test } from 'vitest';

import { configureDevice, configureDevices } from '../../../../shared/contract/configuration/configure.ts';
import { createProfile } from '../../../../shared/contract/configuration/profiles.ts';
import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { createPlan, planSummarySchema } from '../../../../shared/contract/configuration/plans/plans.ts';
import { applyPlan } from '../../../../shared/contract/configuration/plans/rollouts.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { listChanges, revertChange } from '../../../../shared/contract/configuration/history.ts';
import { aStation, type TestStation } from '../../../support/a-station.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { aSimulatedCart } from '../../../support/simulated-cart.ts';
import { connect, syncNow } from '../../../support/synced-station.ts';
import { enrolAt, read, slotAt } from '../../sync/enrolment-steps.ts';

const shared = await aSharedStation();
const OLD = { ssid: 'Old hall', password: 'the old one', priority: 3 };
const NEW = { ssid: 'New hall', password: 'the new one', priority: 5 };

/** A headset on the old network. */
async function onOld(station: TestStation): Promise<TestHeadset> {
  const headset = await TestHeadset.away(station);
  await configure(station, headset, { wifi: [OLD] });
  const report = await headset.report({ settingsRevision: 1, wifiSsid: OLD.ssid });
  expect(report.status).toBe(200);
  return headset;
}

async function configure(station: TestStation, { params }: TestHeadset, body: object): Promise<void> {
  expect((await station.call(configureDevice, { params, body })).status).toBe(200);
}

/** The networks that a headset gets. */
async function networks(station: TestStation, { params, token }: TestHeadset) {
  return (await station.call(getDevice, { params, token })).body.settings.wifi;
}

const stays = { ...OLD, priority: 4, isReplaced: true };

test('the old network stays beside the new one until the headset was seen on the new one, also after a restart', async () => {
  await using station = await aStation();
  const headset = await onOld(station);

  await configure(station, headset, { wifi: [NEW] });

  expect(await networks(station, headset)).toEqual([NEW, stays]);
  // The same order again, a report from the old network, and one from yet another: nothing ends it.
  await configure(station, headset, { wifi: [NEW] });
  await headset.report({ settingsRevision: 3, wifiSsid: OLD.ssid });
  await headset.report({ wifiSsid: 'A phone' });
  await configure(station, headset, { volume: 20 });
  await station.restart();
  expect(await networks(station, headset)).toEqual([NEW, stays]);
  // Of a heartbeat that reports an earlier revision it is not known with which settings it joined.
  await headset.report({ settingsRevision: 3, wifiSsid: NEW.ssid });
  expect(await networks(station, headset)).toEqual([NEW, stays]);

  const { body } = await headset.report({ settingsRevision: 4, wifiSsid: NEW.ssid });

  expect(body.settingsRevision).toBe(5);
  expect(await networks(station, headset)).toEqual([NEW]);
  const changes = (await station.call(listChanges, { query: { deviceId: headset.id } })).body.items;
  expect(changes[0]).toMatchObject({ author: { kind: 'station' } });
});

test('a person removes the old network at once; a headset on another network, or that does not say, gets none', async () => {
  const headset = await onOld(shared);
  await configure(shared, headset, { wifi: [NEW] });

  await configure(shared, headset, { replacedNetworks: 'drop' });

  expect(await networks(shared, headset)).toEqual([NEW]);
  const silent = await TestHeadset.away(shared);
  await configure(shared, silent, { wifi: [OLD] });
  await configure(shared, silent, { wifi: [NEW] });
  expect(await networks(shared, silent)).toEqual([NEW]);
  await silent.report({ wifiSsid: 'A phone' });
  await configure(shared, silent, { wifi: [OLD] });
  expect(await networks(shared, silent)).toEqual([OLD]);
});

test('a preview says how many headsets are on a network that it replaces, and whether it stays', async () => {
  const headsets = [await onOld(shared), await onOld(shared), await TestHeadset.away(shared)];
  const devicesId = headsets.map(({ id }) => id);
  const preview = async (settings: object) =>
    (await shared.call(createPlan, { body: { devicesId, settings } })).body;

  const replaced = await preview({ wifi: [NEW] });

  expect(replaced.replacedNetworks).toEqual([{ ssid: OLD.ssid, devices: 2, stays: true }]);
  expect(new Set(replaced.groups.map(({ network }) => network?.ssid))).toEqual(
    new Set([OLD.ssid, undefined]),
  );
  expect((await preview({ wifi: [] })).replacedNetworks).toEqual([
    { ssid: OLD.ssid, devices: 2, stays: false },
  ]);
  expect((await preview({ wifi: [NEW], replacedNetworks: 'drop' })).replacedNetworks).toEqual([
    { ssid: OLD.ssid, devices: 2, stays: false },
  ]);
  expect((await preview({ wifi: [OLD, NEW] })).replacedNetworks).toEqual([]);
  expect((await preview({ volume: 20 })).replacedNetworks).toEqual([]);
});

test('undoing a change of networks keeps the one that the headset is on by now, until it was seen on the former one', async () => {
  const headset = await onOld(shared);
  await configure(shared, headset, { wifi: [NEW] });
  await headset.report({ settingsRevision: 2, wifiSsid: NEW.ssid });
  expect(await networks(shared, headset)).toEqual([NEW]);
  const { items } = (await shared.call(listChanges, { query: { deviceId: headset.id } })).body;
  const toNew = items.find(({ author }) => author.kind !== 'station')?.id ?? '';

  const { body: undone } = await shared.call(revertChange, {
    params: { changeId: toNew },
    body: { moved: 'overwrite', apply: true },
  });

  expect(undone.replacedNetworks).toEqual([{ ssid: NEW.ssid, devices: 1, stays: true }]);
  const newStays = { ...NEW, priority: 2, isReplaced: true };
  await expect.poll(() => networks(shared, headset)).toEqual([OLD, newStays]);
  await headset.report({ settingsRevision: 4, wifiSsid: OLD.ssid });
  expect(await networks(shared, headset)).toEqual([OLD]);
});

test('undoing another change has one result for headsets on different networks', async () => {
  const headsets = [await TestHeadset.away(shared), await TestHeadset.away(shared)];
  const devicesId = headsets.map(({ id }) => id);
  await shared.call(configureDevices, { body: { devicesId, settings: { wifi: [OLD] } } });
  await headsets[0]?.report({ wifiSsid: OLD.ssid });
  await headsets[1]?.report({ wifiSsid: 'A phone' });
  await shared.call(configureDevices, { body: { devicesId, settings: { volume: 20 } } });
  const { items } = (await shared.call(listChanges, { query: { deviceId: devicesId[0] ?? '' } })).body;

  const { body: undone } = await shared.call(revertChange, {
    params: { changeId: items[0]?.id ?? '' },
    body: {},
  });

  expect(undone.groups).toHaveLength(1);
  expect(undone.counts.devices).toBe(2);
});

test('a profile takes no network that only stays until a headset was seen on another one', async () => {
  const settings = { wifi: [NEW, stays] };
  const { body } = await shared.call(createProfile, { body: { name: 'The new hall', settings } });
  expect(body.settings.wifi?.map(({ ssid }) => ssid)).toEqual([NEW.ssid]);
});

test('simulated headsets move to the new network in a rollout, which succeeds; none keeps the old one', async () => {
  const slots = await shared.slots(6);
  await using cart = await aSimulatedCart(shared, slots);
  const devicesId = cart.headsets.map(({ id }) => id);
  const roll = async (wifi: object[]): Promise<void> => {
    await using wall = await shared.stream('/station/updates');
    const { body } = await shared.call(createPlan, { body: { devicesId, settings: { wifi } } });
    const params = { planId: body.id };
    await shared.call(applyPlan, { params, body: { waves: [1] } });
    const done = await wall.next(
      'plan',
      (data) => data['id'] === body.id && planSummarySchema.parse(data).run?.state === 'done',
    );
    expect(planSummarySchema.parse(done.data).run?.counts).toMatchObject({ confirmed: 6 });
  };
  await roll([OLD]);

  await roll([NEW]);

  const wifiOf = async (deviceId: string) =>
    (await shared.call(getDevice, { params: { deviceId } })).body.settings.wifi;
  for (const id of devicesId) await expect.poll(() => wifiOf(id)).toEqual([NEW]);
});

test('the network that stays goes to the central as well, and so does its end', async () => {
  await using central = await aStation({ role: 'central' });
  await using station = await aStation();
  const [slot] = await central.slots(1);
  const atCentral = async () =>
    (await read(central, slot?.id ?? '')).settings.wifi?.map(({ ssid, isReplaced }) => ({
      ssid,
      isReplaced,
    }));
  await central.call(configureDevice, { params: { deviceId: slot?.id ?? '' }, body: { wifi: [OLD] } });
  await connect(station, central);
  const { id } = await slotAt(station, slot?.id ?? '');
  const { token } = await enrolAt(station, id, 'a1b2c3d4e5f60718');
  const params = { deviceId: id };
  await station.call(updateDevice, { params, token, body: { wifiSsid: OLD.ssid } });

  await station.call(configureDevice, { params, body: { wifi: [NEW] } });

  await syncNow(station);
  expect(await atCentral()).toEqual([{ ssid: NEW.ssid }, { ssid: OLD.ssid, isReplaced: true }]);
  await station.call(updateDevice, { params, token, body: { wifiSsid: NEW.ssid } });
  await syncNow(station);
  expect(await atCentral()).toEqual([{ ssid: NEW.ssid }]);
});
