import { expect, test } from 'vitest';

import { configureDevice, configureDevices } from '../../../../shared/contract/configuration/configure.ts';
import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { identifyType } from '../../../../shared/contract/enrolment/enrolment.ts';
import {
  createPlan,
  deletePlan,
  getPlan,
  listPlans,
  type Plan,
  renewPlan,
} from '../../../../shared/contract/configuration/plans/plans.ts';
import { applyPlan } from '../../../../shared/contract/configuration/plans/rollouts.ts';
import { createProfile } from '../../../../shared/contract/configuration/profiles.ts';
import { aContent, someBytes } from '../../../support/a-content.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

const lab = {
  id: 'app-lab',
  packageName: 'org.school.lab',
  url: 'http://files.test/lab.apk',
  codeVersion: 7,
};
const kiosk = { kioskMode: { isActive: true, packageName: lab.packageName } };

/** Returns a plan's changes for one headset: the rows by path, with the entry's key if there is one. */
function rowsFor({ groups, devices }: Plan, id: string) {
  const device = devices.find((each) => each.id === id);
  const group = groups[device?.group ?? -1];
  const rows = (group?.rows ?? []).map(
    ({ path, entry, kind }) => [entry === null ? path : `${path} ${entry.key}`, kind] as const,
  );
  return { outcome: group?.outcome, rows: Object.fromEntries(rows) };
}

const plan = async (body: object) => (await station.call(createPlan, { body })).body;
const configure = (devicesId: readonly string[], settings: object) =>
  station.call(configureDevices, { body: { devicesId, settings } });
const slotIds = async (count: number) => (await station.slots(count)).map(({ id }) => id);

test('a plan lists its changes, headset by headset, and changes nothing', async () => {
  const [fresh = '', done = '', other = ''] = await slotIds(3);
  await configure([done], { applications: [lab], ...kiosk, volume: 25 });
  await configure([other], { applications: [{ ...lab, codeVersion: 6 }], volume: 40 });

  const made = await plan({
    devicesId: [fresh, done, other, 'nobody'],
    settings: { applications: [lab], ...kiosk, volume: 25 },
  });

  expect(made.counts).toEqual({ devices: 3, change: 2, same: 1, refused: 0, offline: 2 });
  expect(made.invalidIds).toEqual(['nobody']);
  expect(made.run).toBeNull();
  expect(rowsFor(made, fresh)).toEqual({
    outcome: 'change',
    rows: {
      'kioskMode.isActive': 'set',
      'kioskMode.packageName': 'set',
      volume: 'set',
      'applications[] org.school.lab': 'add',
    },
  });
  expect(rowsFor(made, done).outcome).toBe('same');
  expect(new Set(Object.values(rowsFor(made, done).rows))).toEqual(new Set(['same']));
  expect(rowsFor(made, other).rows).toMatchObject({
    volume: 'change',
    'applications[] org.school.lab': 'change',
  });
  const update = made.groups.flatMap(({ rows }) => rows).find(({ isReinstall }) => isReinstall);
  expect(update).toMatchObject({
    fields: ['codeVersion'],
    now: { codeVersion: 6 },
    wanted: { codeVersion: 7 },
  });
  expect((await station.call(getDevice, { params: { deviceId: fresh } })).body.settings).toEqual({});
});

test('equal headsets are grouped, separated by model and by content', async () => {
  const ids = await slotIds(5);
  const [, , , odd = '', pico = ''] = ids;
  await configure([odd], { volume: 3 });
  await using headset = await TestHeadset.away(station);
  const { body: type } = await station.call(identifyType, { body: { name: 'PICO 4', product: 'A8110' } });
  await headset.report({ type: { id: type.id } });

  const made = await plan({ devicesId: [...ids, headset.id], settings: { volume: 30 } });

  expect(made.groups.map(({ devicesId, model, brand }) => ({ devicesId, model, brand }))).toEqual([
    { devicesId: [ids[0], ids[1], ids[2], pico], model: null, brand: null },
    { devicesId: [odd], model: null, brand: null },
    { devicesId: [headset.id], model: 'PICO 4', brand: 'pico' },
  ]);
  expect(made.devices.map(({ reach }) => reach)).toEqual(['slot', 'slot', 'slot', 'slot', 'slot', 'heard']);
});

test('what adb cannot do is reported in advance, and skipped for headsets without an agent only', async () => {
  await using withAgent = await TestHeadset.linked(station);
  await using byAdb = await TestHeadset.linked(station);
  const { body: type } = await station.call(identifyType, { body: { name: 'Quest 3', product: 'eureka' } });
  await withAgent.report({ type: { id: type.id }, mdmInfo: { labelVersion: '1.2.0' } });
  await byAdb.report({ type: { id: type.id }, osVersion: '7', mdmInfo: { labelVersion: 'adb' } });

  const made = await plan({
    devicesId: [withAgent.id, byAdb.id],
    settings: { volume: 12, display: { brightness: 40 }, security: { usbDebuggingEnabled: false } },
  });

  const rowOf = (id: string, name: string) =>
    made.groups.find(({ devicesId }) => devicesId.includes(id))?.rows.find(({ path }) => path === name);
  expect(rowOf(withAgent.id, 'security.usbDebuggingEnabled')).toMatchObject({ kind: 'set', support: 'yes' });
  expect(rowOf(byAdb.id, 'security.usbDebuggingEnabled')).toMatchObject({
    kind: 'unsupported',
    note: 'By adb: not supported. The station needs it to reach the headset.',
  });
  expect(rowOf(byAdb.id, 'volume')).toMatchObject({ kind: 'unsupported', needsFirmware: 'Android 8' });
  expect(rowOf(byAdb.id, 'display.brightness')).toMatchObject({ kind: 'set', support: 'yes' });
});

test('a firmware that is too old for a setting is reported in advance, and the setting is skipped for that headset only', async () => {
  await using old = await TestHeadset.linked(station);
  await using current = await TestHeadset.linked(station);
  const { body: type } = await station.call(identifyType, { body: { name: 'PICO 4', product: 'A8110' } });
  await old.report({ type: { id: type.id }, osVersion: '5.5.0' });
  await current.report({ type: { id: type.id }, osVersion: '5.10.2' });

  const made = await plan({
    devicesId: [old.id, current.id],
    settings: { volume: 12, tracking: { handTrackingEnabled: true } },
  });

  const rowOf = (id: string) =>
    made.groups
      .find(({ devicesId }) => devicesId.includes(id))
      ?.rows.find(({ path }) => path === 'tracking.handTrackingEnabled');
  expect(rowOf(old.id)).toMatchObject({ kind: 'unsupported', support: 'no', needsFirmware: '5.6.0' });
  expect(rowOf(current.id)).toMatchObject({ kind: 'set', needsFirmware: null });
  expect(rowsFor(made, old.id)).toMatchObject({ outcome: 'change', rows: { volume: 'set' } });
  await station.call(applyPlan, { params: { planId: made.id }, body: { waves: [] } });
  const settingsOf = async ({ params }: TestHeadset) =>
    (await station.call(getDevice, { params })).body.settings;
  await expect.poll(() => settingsOf(old)).toEqual({ volume: 12 });
  await expect
    .poll(() => settingsOf(current))
    .toEqual({ volume: 12, tracking: { handTrackingEnabled: true } });
});

test('contents that do not fit are reported in advance, headset by headset, with the missing space', async () => {
  const { path } = aContent(station, { bytes: someBytes(1_000) });
  const [silent = ''] = await slotIds(1);
  const [tight, roomy] = [await TestHeadset.away(station), await TestHeadset.away(station)];
  await tight.report({ storages: [{ totalSpace: 10_000, freeSpace: 2_000, isRemovable: false }] });
  await roomy.report({ storages: [{ totalSpace: 10_000, freeSpace: 9_000, isRemovable: false }] });
  const devicesId = [silent, tight.id, roomy.id];
  const missing = (made: Plan) => made.devices.map(({ missingBytes }) => missingBytes);

  const url = station.url + path;
  const app = await plan({ devicesId, settings: { applications: [{ ...lab, url }] } });
  expect(missing(app)).toEqual([null, 200, null]);
  const both = await plan({
    devicesId,
    settings: { applications: [{ ...lab, url }], videos: [{ id: 'v', url }] },
  });
  expect(missing(both)).toEqual([null, 1_200, null]);
  // Installed content needs no space, nor does content unknown to the library.
  await configure([tight.id], { applications: [{ ...lab, url }] });
  expect(missing(await plan({ devicesId, settings: { applications: [{ ...lab, url }] } }))).toEqual([
    null,
    null,
    null,
  ]);
  expect(missing(await plan({ devicesId, settings: { applications: [lab] } }))).toEqual([null, null, null]);
});

test('merged lists keep existing entries, and one package name for two binaries refuses only those headsets', async () => {
  const [clash = '', free = ''] = await slotIds(2);
  await configure([clash], {
    applications: [{ ...lab, id: 'app-test-build', url: 'http://files.test/b.apk' }],
  });
  await configure([free], { applications: [{ id: 'app-2', packageName: 'org.other', codeVersion: 1 }] });

  const made = await plan({ devicesId: [clash, free], settings: { applications: [lab] }, lists: 'add' });

  expect(rowsFor(made, free)).toEqual({
    outcome: 'change',
    rows: { 'applications[] org.other': 'same', 'applications[] org.school.lab': 'add' },
  });
  const refused = made.groups.find(({ outcome }) => outcome === 'refused');
  expect(refused?.devicesId).toEqual([clash]);
  expect(refused?.conflicts).toMatchObject([
    { packageName: lab.packageName, applications: [{ id: 'app-test-build' }, { id: 'app-lab' }] },
  ]);
});

test('a kiosk without its application is refused for that headset, with its path', async () => {
  const [bare = '', ready = ''] = await slotIds(2);
  await configure([ready], { packages: [lab.packageName] });

  const made = await plan({ devicesId: [bare, ready], settings: kiosk });

  expect(rowsFor(made, ready).outcome).toBe('change');
  expect(made.groups.find(({ outcome }) => outcome === 'refused')).toMatchObject({
    devicesId: [bare],
    faults: [{ path: 'kioskMode.packageName' }],
  });
  const alone = await plan({ devicesId: [bare], settings: kiosk });
  const refused = await station.call(applyPlan, { params: { planId: alone.id }, body: {} });
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({ code: 'INVALID_CONFIGURATION' });
});

test('a Wi-Fi password is never shown, and the same one is no change', async () => {
  const [id = ''] = await slotIds(1);
  const wifi = [{ ssid: 'CART-A', password: 'coral-lagoon-tide' }];
  await configure([id], { wifi });

  const same = await plan({ devicesId: [id], settings: { wifi } });
  const other = await plan({
    devicesId: [id],
    settings: { wifi: [{ ssid: 'CART-A', password: 'another-one' }] },
  });

  expect(rowsFor(same, id)).toEqual({ outcome: 'same', rows: { 'wifi[] CART-A': 'same' } });
  expect(other.groups[0]?.rows).toMatchObject([
    { kind: 'change', fields: ['password'], now: { ssid: 'CART-A', hasPassword: true } },
  ]);
  expect(JSON.stringify([same, other])).not.toMatch(/coral|another-one|sealed/);
});

test('settings are added to a profile, and the plan names its version', async () => {
  const [id = ''] = await slotIds(1);
  const { body: profile } = await station.call(createProfile, {
    body: { name: 'On top', settings: { volume: 10, display: { brightness: 40, refreshRate: 72 } } },
  });

  const made = await plan({
    devicesId: [id],
    profileId: profile.id,
    settings: { display: { brightness: 70 } },
  });

  expect(made.title).toBe('On top');
  expect(made.source).toMatchObject({ kind: 'profile', profileId: profile.id, profileVersion: 1 });
  const wanted = made.groups[0]?.rows.map(({ path, wanted: value }) => [path, value]);
  expect(Object.fromEntries(wanted ?? [])).toEqual({
    volume: 10,
    'display.brightness': 70,
    'display.refreshRate': 72,
  });
});

test('a headset that was changed since refuses the plan, with nothing sent; a new plan uses the current state', async () => {
  const [moved = '', still = ''] = await slotIds(2);
  const made = await plan({ devicesId: [moved, still], settings: { volume: 12 } });
  await station.call(configureDevice, { params: { deviceId: moved }, body: { volume: 99 } });

  const refused = await station.call(applyPlan, { params: { planId: made.id }, body: {} });

  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ code: 'CONFLICT', details: [{ path: moved }] });
  expect((await station.call(getDevice, { params: { deviceId: still } })).body.settings).toEqual({});
  const read = await station.call(getPlan, { params: { planId: made.id } });
  expect(read.body.devices.map(({ isMoved }) => isMoved)).toEqual([true, false]);
  const { body: again } = await station.call(renewPlan, { params: { planId: made.id } });
  expect(again.devices.map(({ isMoved }) => isMoved)).toEqual([false, false]);
  expect(rowsFor(again, moved).rows).toEqual({ volume: 'change' });
});

test('a plan that was never applied is deleted; plans are listed newest first; another organisation has none', async () => {
  const [id = ''] = await slotIds(1);
  const first = await plan({ devicesId: [id], settings: { volume: 1 } });
  const second = await plan({ devicesId: [id], settings: { volume: 2 } });

  const { body: page } = await station.call(listPlans, { query: { limit: '2' } });
  expect(page.items.map((each) => each.id)).toEqual([second.id, first.id]);
  expect((await station.call(deletePlan, { params: { planId: first.id } })).status).toBe(200);
  expect((await station.call(getPlan, { params: { planId: first.id } })).status).toBe(404);
  const { token } = await station.enterprise();
  expect((await station.call(getPlan, { params: { planId: second.id }, token })).status).toBe(404);
  expect((await station.call(listPlans, { token })).body.total).toBe(0);
});

test('without settings and without a profile there is nothing to plan', async () => {
  const [id = ''] = await slotIds(1);

  const refused = await station.call(createPlan, { body: { devicesId: [id] } });

  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'settings' }] });
});
